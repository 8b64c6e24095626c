//! The order in which the AWS service builds a Payload Template's object: fixed members in the
//! order of the definition, then those of paths and calls in the iteration order of a Java
//! `HashMap` of their names (aws-facts 1 and 2).

use crate::ir::{Action, Program, Template};

impl Program {
    /// Reorders every template, where the dialect says so.
    pub(crate) fn order_templates(&mut self) {
        if !self.rules.templates_in_hash_order {
            return;
        }
        for state in &mut self.states {
            let assigns = state.assign.iter_mut();
            let assigns = assigns.chain(state.catch.iter_mut().filter_map(|c| c.assign.as_mut()));
            assigns.flatten().for_each(|(_, value)| order(value));
            match &mut state.action {
                Action::Pass {
                    parameters,
                    selector,
                    ..
                } => parameters.iter_mut().chain(selector).for_each(order),
                Action::Task {
                    parameters, after, ..
                }
                | Action::Parallel {
                    parameters, after, ..
                } => {
                    let templates = parameters.iter_mut().chain(&mut after.selector);
                    templates.for_each(order);
                }
                Action::Map(map) => map.templates_mut().for_each(order),
                Action::Choice { rules, .. } => {
                    let assigns = rules.iter_mut().filter_map(|rule| rule.assign.as_mut());
                    assigns.flatten().for_each(|(_, value)| order(value));
                }
                Action::Wait { .. } | Action::Succeed | Action::Fail { .. } => {}
            }
        }
    }
}

fn order(template: &mut Template) {
    match template {
        Template::Array(items) => items.iter_mut().for_each(order),
        Template::Object(members) => {
            members.iter_mut().for_each(|(_, value)| order(value));
            let (mut dynamic, fixed): (Vec<_>, Vec<_>) = std::mem::take(members)
                .into_iter()
                .partition(|(_, value)| value.is_dynamic());
            let buckets = buckets(dynamic.len());
            dynamic.sort_by_key(|(name, _)| bucket(name, buckets));
            members.extend(fixed.into_iter().chain(dynamic));
        }
        _ => {}
    }
}

/// The places of `names` in the order in which a Java `HashMap` iterates that they were put into one after the other.
///
/// What [`Program::order_templates`] sorts by, for a test that the runtime knows the same order.
#[doc(hidden)]
pub fn java_hash_order(names: &[&str]) -> Vec<usize> {
    let buckets = buckets(names.len());
    let mut places: Vec<(usize, &&str)> = names.iter().enumerate().collect();
    places.sort_by_key(|(_, name)| bucket(name, buckets));
    places.into_iter().map(|(place, _)| place).collect()
}

/// The size of a `HashMap`'s table that holds `count` entries: 16, doubled while it is more than
/// three quarters full.
fn buckets(count: usize) -> u32 {
    let mut buckets = 16u32;
    while count as u64 * 4 > u64::from(buckets) * 3 {
        buckets = buckets.saturating_mul(2);
    }
    buckets
}

/// Where `HashMap` keeps a string: by `String.hashCode`, its halves mixed.
fn bucket(name: &str, buckets: u32) -> u32 {
    let hash = name.encode_utf16().fold(0u32, |hash, unit| {
        hash.wrapping_mul(31).wrapping_add(u32::from(unit))
    });
    (hash ^ (hash >> 16)) & (buckets - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn java_string_hashes() {
        // "Aa" and "BB" are the textbook collision of `String.hashCode`: both 2112.
        assert_eq!(bucket("Aa", 1 << 16), 2112);
        assert_eq!(bucket("BB", 1 << 16), 2112);
        assert_eq!(bucket("", 16), 0);
    }

    #[test]
    fn tables_grow_past_three_quarters() {
        assert_eq!(buckets(0), 16);
        assert_eq!(buckets(12), 16);
        assert_eq!(buckets(13), 32);
        assert_eq!(buckets(25), 64);
    }
}
