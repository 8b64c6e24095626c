//! The integrations that the AWS service has of its own (TASK-11): their actions, the patterns they
//! offer and the parameters they cannot do without. All other services are called through
//! `aws-sdk`, which has no table: it grows with every release.

/// Parameters of which a call needs at least one.
type OneOf = &'static [&'static str];

/// A service.
#[derive(Debug)]
pub(super) struct Service {
    /// Its name in a resource.
    pub(super) name: &'static str,
    /// Whether it offers `.sync`.
    pub(super) sync: bool,
    /// Whether it offers `.waitForTaskToken`.
    pub(super) token: bool,
    /// Whether what is not in this table is known not to exist: these have not changed in years.
    pub(super) closed: bool,
    /// What can be called.
    pub(super) actions: &'static [Action],
}

/// An action of a service.
#[derive(Debug)]
pub(super) struct Action {
    /// Its name in a resource.
    pub(super) name: &'static str,
    /// What its parameters must have.
    pub(super) required: &'static [OneOf],
}

/// The service of that name.
pub(super) fn service(name: &str) -> Option<&'static Service> {
    SERVICES.iter().find(|service| service.name == name)
}

impl Service {
    /// Its action of that name.
    pub(super) fn action(&self, name: &str) -> Option<&'static Action> {
        self.actions.iter().find(|action| action.name == name)
    }
}

/// The names of all services.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    SERVICES.iter().map(|service| service.name)
}

const fn action(name: &'static str, required: &'static [OneOf]) -> Action {
    Action { name, required }
}

const fn bare(name: &'static str) -> Action {
    action(name, &[])
}

const fn service_of(name: &'static str, actions: &'static [Action]) -> Service {
    Service {
        name,
        sync: false,
        token: false,
        closed: false,
        actions,
    }
}

const SERVICES: &[Service] = &[
    Service {
        token: true,
        ..service_of(
            "apigateway",
            &[action("invoke", &[&["ApiEndpoint"], &["Method"]])],
        )
    },
    Service {
        sync: true,
        ..service_of(
            "athena",
            &[
                action("startQueryExecution", &[&["QueryString"]]),
                action("stopQueryExecution", &[&["QueryExecutionId"]]),
                action("getQueryExecution", &[&["QueryExecutionId"]]),
                action("getQueryResults", &[&["QueryExecutionId"]]),
            ],
        )
    },
    Service {
        sync: true,
        ..service_of(
            "batch",
            &[action(
                "submitJob",
                &[&["JobDefinition"], &["JobName"], &["JobQueue"]],
            )],
        )
    },
    Service {
        sync: true,
        token: true,
        ..service_of(
            "bedrock",
            &[
                action("invokeModel", &[&["ModelId"]]),
                bare("createModelCustomizationJob"),
            ],
        )
    },
    Service {
        sync: true,
        ..service_of(
            "codebuild",
            &[
                action("startBuild", &[&["ProjectName"]]),
                action("stopBuild", &[&["Id"]]),
                action("batchDeleteBuilds", &[&["Ids"]]),
                bare("batchGetReports"),
                action("startBuildBatch", &[&["ProjectName"]]),
                action("stopBuildBatch", &[&["Id"]]),
                bare("retryBuildBatch"),
                action("deleteBuildBatch", &[&["Id"]]),
            ],
        )
    },
    Service {
        sync: true,
        ..service_of("databrew", &[action("startJobRun", &[&["Name"]])])
    },
    Service {
        closed: true,
        ..service_of(
            "dynamodb",
            &[
                action("getItem", &[&["TableName"], &["Key"]]),
                action("putItem", &[&["TableName"], &["Item"]]),
                action("updateItem", &[&["TableName"], &["Key"]]),
                action("deleteItem", &[&["TableName"], &["Key"]]),
            ],
        )
    },
    Service {
        sync: true,
        token: true,
        ..service_of("ecs", &[action("runTask", &[&["TaskDefinition"]])])
    },
    Service {
        sync: true,
        token: true,
        ..service_of(
            "eks",
            &[
                bare("createCluster"),
                bare("deleteCluster"),
                bare("createFargateProfile"),
                bare("deleteFargateProfile"),
                bare("createNodegroup"),
                bare("deleteNodegroup"),
                bare("runJob"),
                bare("call"),
            ],
        )
    },
    Service {
        sync: true,
        ..service_of(
            "elasticmapreduce",
            &[
                action("createCluster", &[&["Name"]]),
                action("setClusterTerminationProtection", &[&["ClusterId"]]),
                action("terminateCluster", &[&["ClusterId"]]),
                action("addStep", &[&["ClusterId"], &["Step"]]),
                action("cancelStep", &[&["ClusterId"], &["StepId"]]),
                action("modifyInstanceFleetByName", &[&["ClusterId"]]),
                action("modifyInstanceGroupByName", &[&["ClusterId"]]),
            ],
        )
    },
    Service {
        sync: true,
        ..service_of(
            "emr-containers",
            &[
                bare("createVirtualCluster"),
                bare("deleteVirtualCluster"),
                action("startJobRun", &[&["VirtualClusterId"]]),
            ],
        )
    },
    Service {
        sync: true,
        ..service_of(
            "emr-serverless",
            &[
                bare("createApplication"),
                action("startApplication", &[&["ApplicationId"]]),
                action("stopApplication", &[&["ApplicationId"]]),
                action("deleteApplication", &[&["ApplicationId"]]),
                action("startJobRun", &[&["ApplicationId"]]),
                action("cancelJobRun", &[&["ApplicationId"], &["JobRunId"]]),
            ],
        )
    },
    Service {
        token: true,
        closed: true,
        ..service_of("events", &[action("putEvents", &[&["Entries"]])])
    },
    Service {
        sync: true,
        ..service_of("glue", &[action("startJobRun", &[&["JobName"]])])
    },
    Service {
        closed: true,
        ..service_of(
            "http",
            &[action("invoke", &[&["ApiEndpoint"], &["Method"]])],
        )
    },
    Service {
        token: true,
        closed: true,
        ..service_of("lambda", &[action("invoke", &[&["FunctionName"]])])
    },
    Service {
        sync: true,
        ..service_of("mediaconvert", &[bare("createJob")])
    },
    Service {
        sync: true,
        ..service_of(
            "sagemaker",
            &[
                bare("createEndpoint"),
                bare("createEndpointConfig"),
                bare("createHyperParameterTuningJob"),
                bare("createLabelingJob"),
                bare("createModel"),
                bare("createProcessingJob"),
                bare("createTrainingJob"),
                bare("createTransformJob"),
                bare("updateEndpoint"),
            ],
        )
    },
    Service {
        token: true,
        closed: true,
        ..service_of(
            "sns",
            &[action(
                "publish",
                &[&["TopicArn", "TargetArn", "PhoneNumber"], &["Message"]],
            )],
        )
    },
    Service {
        token: true,
        closed: true,
        ..service_of(
            "sqs",
            &[action("sendMessage", &[&["QueueUrl"], &["MessageBody"]])],
        )
    },
    Service {
        sync: true,
        token: true,
        closed: true,
        ..service_of(
            "states",
            &[action("startExecution", &[&["StateMachineArn"]])],
        )
    },
];
