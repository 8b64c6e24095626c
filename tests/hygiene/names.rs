//! Types of the engineer's named like ours, and states named like anything.
#![deny(warnings)]
#![allow(dead_code)]

use serde::{Deserialize, Serialize};

macro_rules! types {
    ($($name:ident)*) => {
        $(
            #[derive(Serialize, Deserialize)]
            pub struct $name;
        )*
    };
}

types! { State Tasks Value Option Result Machine Definition Input Output InputInput RunOutput }
types! { Ok Err Some None String Vec Box Send Sync Sized Copy Clone Debug Display FromStr Future }
types! { Effect Path Template Visit Step StateInfo Program }

mod rt {}
mod io {}
mod flow {}
mod error {}
mod core {}
mod std {}
mod asl_runtime {}

::asl_runtime::asl_machine!(
    pub mod typed = "odd_names.asl.json",
    input = Input, output = Output,
    tasks = {
        input = fn(InputInput) -> State,
        run = fn(Tasks) -> RunOutput,
        clone = fn(Option) -> Result,
        "Foo 2" = fn(Value) -> (Machine, String),
        "größe prüfen" = fn(self::Box) -> crate::Future,
    },
    names = { "Self" = Own, ALL = Everywhere, START = Beginning },
);

::asl_runtime::asl_machine!(
    pub mod plain = "odd_names.asl.json",
    names = { "Self" = Own, ALL = Everywhere, START = Beginning },
);

pub struct Everything;

impl typed::Tasks for Everything {
    async fn input(&self, _: &::asl_runtime::TaskContext, _: InputInput) -> Answer<State> {
        Answer::Ok(State)
    }

    async fn run(&self, _: &::asl_runtime::TaskContext, _: Tasks) -> Answer<RunOutput> {
        Answer::Ok(RunOutput)
    }

    async fn clone(&self, _: &::asl_runtime::TaskContext, _: Option) -> Answer<Result> {
        Answer::Ok(Result)
    }

    async fn foo_2(&self, _: &::asl_runtime::TaskContext, _: Value) -> Answer<(Machine, String)> {
        Answer::Ok((Machine, String))
    }

    async fn größe_prüfen(&self, _: &::asl_runtime::TaskContext, _: Box) -> Answer<Future> {
        Answer::Ok(Future)
    }
}

type Answer<T> = ::core::result::Result<T, ::asl_runtime::TaskError>;

pub async fn uses() {
    let _ = typed::run(Everything, Input).await;
    assert_eq!(typed::State::START.as_str(), typed::State::ALL[0].as_str());
}
