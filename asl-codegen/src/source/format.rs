//! The format of a file.

/// What the text of a definition is written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Format {
    /// RFC 8259.
    #[default]
    Json,
    /// YAML 1.2 with the core schema; needs the feature `yaml`.
    Yaml,
}

impl Format {
    /// The format that the name of a file stands for: YAML for `.yaml` and `.yml`, else JSON.
    ///
    /// ```
    /// use asl_codegen::source::Format;
    ///
    /// assert_eq!(Format::of("flows/order.asl.yaml"), Format::Yaml);
    /// assert_eq!(Format::of("flows/order.YML"), Format::Yaml);
    /// assert_eq!(Format::of("flows/order.asl.json"), Format::Json);
    /// ```
    pub fn of(name: &str) -> Self {
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        let is = |yaml: &str| extension.eq_ignore_ascii_case(yaml);
        if is("yaml") || is("yml") {
            Format::Yaml
        } else {
            Format::Json
        }
    }
}
