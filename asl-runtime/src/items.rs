//! What passes between a Map state and the methods that read its items and write its results.
//!
//! To a host, reading and writing are calls of tasks: a request goes in as a value, what comes of it
//! comes out as one.

use crate::task_error::TaskError;
use crate::value::{Array, Key, Object, Text, Value};

/// What a Map state asks of the method that reads its items: its `ItemReader` (MAP-30).
///
/// The `Resource` is [`TaskContext::resource`](crate::TaskContext::resource).
///
/// ```
/// use asl_runtime::{ItemSource, ReadRequest, TaskContext, TaskError};
///
/// async fn read_orders(_: &TaskContext, request: ReadRequest) -> Result<ItemSource, TaskError> {
///     let bucket = request.parameters["Bucket"].as_str().unwrap_or("orders");
///     Ok(ItemSource::from(vec!["order 1", "order 2"]).at(format!("S3://{bucket}")))
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ReadRequest {
    /// `Parameters`, evaluated; `{}` if there are none.
    pub parameters: Value,
    /// `ReaderConfig` without `MaxItems` and `MaxItemsPath`; `{}` if there is none.
    pub config: Value,
    /// How many items are wanted at most; `None` is no limit. A reader may stop there and need not:
    /// what it gives beyond is dropped (MAP-32).
    pub max_items: Option<u64>,
}

impl ReadRequest {
    /// A request for all items with these `Parameters` and no configuration.
    #[must_use]
    pub fn new(parameters: impl Into<Value>) -> Self {
        Self {
            parameters: parameters.into(),
            config: Value::Object(Object::new()),
            max_items: None,
        }
    }

    pub(crate) fn into_value(self) -> Value {
        let mut value = request(self.parameters, self.config);
        if let Some(most) = self.max_items {
            value.insert(Key::from_static(MAX_ITEMS), most);
        }
        Value::Object(value)
    }
}

/// What a Map state asks of the method that writes its results: its `ResultWriter` (MAP-70).
///
/// The `Resource` is [`TaskContext::resource`](crate::TaskContext::resource). What the method returns
/// is the Map's result.
///
/// ```
/// use asl_runtime::{TaskContext, TaskError, Value, WriteRequest, json};
///
/// async fn write_orders(_: &TaskContext, request: WriteRequest) -> Result<Value, TaskError> {
///     Ok(json!({"written": request.results.len()}))
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct WriteRequest {
    /// `Parameters`, evaluated; `{}` if there are none.
    pub parameters: Value,
    /// `WriterConfig`; `{}` if there is none.
    pub config: Value,
    /// The outputs of the iterations in the order of the items; with the transformation `FLATTEN`,
    /// those that are arrays joined to one. A tolerated failure is an object with `Error` and
    /// `Cause` (MAP-57).
    pub results: Vec<Value>,
}

impl WriteRequest {
    /// A request to write these results with these `Parameters` and no configuration.
    #[must_use]
    pub fn new(parameters: impl Into<Value>, results: Vec<Value>) -> Self {
        Self {
            parameters: parameters.into(),
            config: Value::Object(Object::new()),
            results,
        }
    }

    pub(crate) fn into_value(self) -> Value {
        let mut value = request(self.parameters, self.config);
        value.insert(Key::from_static(RESULTS), Array::from(self.results));
        Value::Object(value)
    }
}

/// The items that a reader has found.
///
/// Usually an array, made from anything that is one. It may be any other JSON as well: `ItemsPath`
/// finds the items in it (dialect `asl`), or it is an object whose members are the items (dialect
/// `aws`, MAP-15).
///
/// ```
/// use asl_runtime::{ItemSource, json};
///
/// let lines = "a\nb".lines();
/// assert_eq!(lines.collect::<ItemSource>(), ItemSource::from(json!(["a", "b"])));
/// assert_eq!(ItemSource::from(vec![1, 2]), ItemSource::from(json!([1, 2])));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ItemSource {
    items: Value,
    location: Option<Text>,
}

impl ItemSource {
    /// Says where the items come from, such as `S3://bucket/key`: what `$$.Map.Item.Source` is in a
    /// distributed Map. Otherwise that is the reader's `Resource`.
    #[must_use]
    pub fn at(mut self, location: impl Into<Text>) -> Self {
        self.location = Some(location.into());
        self
    }

    fn into_value(self) -> Value {
        let mut value = Object::with_capacity(2);
        value.insert(Key::from_static(ITEMS), self.items);
        if let Some(location) = self.location {
            value.insert(Key::from_static(LOCATION), Value::String(location));
        }
        Value::Object(value)
    }

    /// The items and where they come from, out of what the host gave.
    pub(crate) fn parts_of(mut value: Value) -> (Value, Option<Text>) {
        let location = value.get(LOCATION).and_then(Value::as_text).cloned();
        (take(&mut value, ITEMS), location)
    }
}

impl<T: Into<Value>> From<Vec<T>> for ItemSource {
    fn from(items: Vec<T>) -> Self {
        items.into_iter().collect()
    }
}

impl From<Array> for ItemSource {
    fn from(items: Array) -> Self {
        Self::from(Value::Array(items))
    }
}

impl From<Value> for ItemSource {
    fn from(items: Value) -> Self {
        Self {
            items,
            location: None,
        }
    }
}

impl<T: Into<Value>> FromIterator<T> for ItemSource {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self::from(items.into_iter().collect::<Array>())
    }
}

const PARAMETERS: &str = "Parameters";
const CONFIG: &str = "Config";
const MAX_ITEMS: &str = "MaxItems";
const RESULTS: &str = "Results";
const ITEMS: &str = "Items";
const LOCATION: &str = "Location";

fn request(parameters: Value, config: Value) -> Object {
    let mut request = Object::with_capacity(3);
    request.insert(Key::from_static(PARAMETERS), parameters);
    request.insert(Key::from_static(CONFIG), config);
    request
}

/// The request for a reader's method, out of a call's input.
#[must_use]
pub fn read_request(mut input: Value) -> ReadRequest {
    ReadRequest {
        parameters: take(&mut input, PARAMETERS),
        config: take(&mut input, CONFIG),
        max_items: input.get(MAX_ITEMS).and_then(Value::as_u64),
    }
}

/// The request for a writer's method, out of a call's input.
#[must_use]
pub fn write_request(mut input: Value) -> WriteRequest {
    WriteRequest {
        parameters: take(&mut input, PARAMETERS),
        config: take(&mut input, CONFIG),
        results: match take(&mut input, RESULTS) {
            Value::Array(results) => results.into(),
            _ => Vec::new(),
        },
    }
}

/// What a reader's method returned, as a call's output.
///
/// # Errors
///
/// The method's own error.
pub fn items_read(source: Result<ItemSource, TaskError>) -> Result<Value, TaskError> {
    source.map(ItemSource::into_value)
}

fn take(value: &mut Value, member: &str) -> Value {
    value.get_mut(member).map(Value::take).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    #[test]
    fn requests_survive_the_way_through_a_host() {
        let mut read = ReadRequest::new(json!({"Bucket": "b"}));
        read.config = json!({"InputType": "JSON"});
        read.max_items = Some(7);
        assert_eq!(read_request(read.clone().into_value()), read);

        let all = ReadRequest::new(json!({}));
        assert_eq!(read_request(all.clone().into_value()), all);

        let mut write = WriteRequest::new(json!({"Bucket": "b"}), vec![json!(1), json!([2])]);
        write.config = json!({"OutputType": "JSON"});
        assert_eq!(write_request(write.clone().into_value()), write);
    }

    #[test]
    fn sources_survive_the_way_through_a_host() {
        let value = items_read(Ok(ItemSource::from(vec![1, 2]).at("S3://b"))).unwrap();
        assert_eq!(
            ItemSource::parts_of(value),
            (json!([1, 2]), Some("S3://b".into()))
        );
        let value = items_read(Ok(ItemSource::from(json!({"a": 1})))).unwrap();
        assert_eq!(ItemSource::parts_of(value), (json!({"a": 1}), None));
    }
}
