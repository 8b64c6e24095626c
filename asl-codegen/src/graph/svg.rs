//! The SVG image: shapes and text where the layout has put them.

use crate::graph::layout::{
    BRANCH_TITLE, DOT, Drawing, LINE_HEIGHT, Label, MAX_NAME, NAME_SIZE, Rect, SMALL_SIZE, Spot,
    TITLE, Wire, draw as lay_out, fit, subtitle,
};
use crate::graph::{Edge, EdgeKind, Graph, Kind, Point, State, is_control};

/// Where an image is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In a file of its own.
    Alone,
    /// In a page of rustdoc.
    Rustdoc,
}

pub(super) fn draw(graph: &Graph, place: Place) -> String {
    let drawing = lay_out(graph);
    let (width, height) = (drawing.size.width, drawing.size.height);
    // One line, so that Markdown takes it as one piece of HTML.
    let mut out = match place {
        Place::Alone => String::new(),
        Place::Rustdoc => "<div class=\"asl-graph-frame\">".to_owned(),
    };
    out.push_str(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"asl-graph\" role=\"img\" \
         width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">"
    ));
    out.push_str(&style(place));
    if place == Place::Alone {
        out.push_str("<rect class=\"page\" width=\"100%\" height=\"100%\"/>");
    }
    boxes(graph, &drawing, &mut out);
    for ((edge, wire), label) in graph
        .edges()
        .iter()
        .zip(&drawing.wires)
        .zip(&drawing.labels)
    {
        arrow(graph, edge, wire, label.as_ref(), &mut out);
    }
    for (x, y) in drawing.starts.iter().flatten() {
        out.push_str(&format!(
            "<circle class=\"dot\" cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>",
            DOT - 1
        ));
    }
    for (x, y) in drawing.ends.iter().flatten() {
        out.push_str(&format!(
            "<circle class=\"ring\" cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>\
             <circle class=\"dot\" cx=\"{x}\" cy=\"{y}\" r=\"{}\"/>",
            DOT - 1,
            DOT - 4
        ));
    }
    out.push_str("</svg>");
    if place == Place::Rustdoc {
        out.push_str("</div>");
    }
    out
}

/// Colours of one scheme.
struct Scheme {
    page: &'static str,
    frame: &'static str,
    fill: &'static str,
    ink: &'static str,
    faint: &'static str,
    line: &'static str,
    good: &'static str,
    bad: &'static str,
    choice: &'static str,
    work: &'static str,
}

const LIGHT: Scheme = Scheme {
    page: "#ffffff",
    frame: "#f6f8fa",
    fill: "#ffffff",
    ink: "#1f2328",
    faint: "#59636e",
    line: "#6e7781",
    good: "#1a7f37",
    bad: "#cf222e",
    choice: "#9a6700",
    work: "#0969da",
};

const DARK: Scheme = Scheme {
    page: "#0d1117",
    frame: "#161b22",
    fill: "#21262d",
    ink: "#e6edf3",
    faint: "#9198a1",
    line: "#848d97",
    good: "#3fb950",
    bad: "#ff7b72",
    choice: "#d29922",
    work: "#58a6ff",
};

/// The style sheet. Every rule is for elements inside the image only.
fn style(place: Place) -> String {
    let shapes = format!(
        ".asl-graph text{{font:{SMALL_SIZE}px Helvetica,Arial,sans-serif;text-anchor:middle}}\
         .asl-graph .name{{font-size:{NAME_SIZE}px;font-weight:600}}\
         .asl-graph .left{{text-anchor:start}}\
         .asl-graph path{{fill:none;stroke-width:1.4}}\
         .asl-graph .catch path{{stroke-dasharray:5 3}}\
         .asl-graph .branch{{stroke-dasharray:2 3}}"
    );
    let (light, dark) = (LIGHT.rules(".asl-graph"), |scope| DARK.rules(scope));
    let themes = match place {
        Place::Alone => {
            let dark = dark(".asl-graph");
            format!("{light}@media(prefers-color-scheme:dark){{{dark}}}")
        }
        // Its themes are chosen on the page, whatever the system prefers.
        Place::Rustdoc => {
            let dark = dark(":is([data-theme=dark],[data-theme=ayu]) .asl-graph");
            format!(".asl-graph-frame{{overflow-x:auto;margin-bottom:1em}}{light}{dark}")
        }
    };
    format!("<style>{shapes}{themes}</style>")
}

impl Scheme {
    fn rules(&self, scope: &str) -> String {
        let Scheme {
            page,
            frame,
            fill,
            ink,
            faint,
            line,
            good,
            bad,
            choice,
            work,
        } = self;
        [
            format!(" .page{{fill:{page}}}"),
            format!(" text{{fill:{faint}}}"),
            format!(" .name{{fill:{ink}}}"),
            format!(" .state{{fill:{fill};stroke:{line}}}"),
            format!(" .frame{{fill:{frame};stroke:{line}}}"),
            format!(" .branch{{fill:none;stroke:{line}}}"),
            format!(" .task{{stroke:{work}}}"),
            format!(" .choice{{stroke:{choice}}}"),
            format!(" .succeed{{stroke:{good};stroke-width:2}}"),
            format!(" .fail{{stroke:{bad};stroke-width:2}}"),
            format!(" path{{stroke:{line}}}"),
            format!(" .head,{scope} .dot{{fill:{line};stroke:none}}"),
            format!(" .ring{{fill:none;stroke:{line};stroke-width:1.4}}"),
            format!(" .catch path{{stroke:{bad}}}"),
            format!(" .catch text,{scope} .catch .head{{fill:{bad};stroke:none}}"),
        ]
        .map(|rule| format!("{scope}{rule}"))
        .concat()
    }
}

/// Boxes and frames, those around others first.
fn boxes(graph: &Graph, drawing: &Drawing, out: &mut String) {
    for (id, state) in graph.states().iter().enumerate() {
        let Some(rect) = drawing.states.get(id) else {
            continue;
        };
        out.push_str("<g>");
        let room = MAX_NAME.max(rect.size.width - 30);
        let (name, note) = (
            fit(&state.name, NAME_SIZE, room),
            fit(&subtitle(state), SMALL_SIZE, room),
        );
        // What is cut off is in the tooltip.
        out.push_str(&format!(
            "<title>{} ({})</title>",
            escaped(&state.name),
            escaped(&subtitle(state))
        ));
        shape(state, *rect, out);
        let (x, class, y) = match state.scopes.is_empty() {
            true => (
                rect.x + rect.size.width / 2,
                "",
                rect.y + rect.size.height / 2,
            ),
            false => (rect.x + 14, " left", rect.y + TITLE / 2),
        };
        out.push_str(&format!(
            "<text class=\"name{class}\" x=\"{x}\" y=\"{}\">{}</text>\
             <text class=\"note{class}\" x=\"{x}\" y=\"{}\">{}</text></g>",
            y - 3,
            escaped(&name),
            y + 13,
            escaped(&note)
        ));
        for scope in &state.scopes {
            branch(graph, drawing, *scope, out);
        }
    }
}

/// The frame of a branch.
fn branch(graph: &Graph, drawing: &Drawing, scope: usize, out: &mut String) {
    let label = graph.scopes().get(scope).map_or("", |scope| &scope.label);
    if let Some(rect) = drawing.scopes.get(scope).filter(|_| graph.is_framed(scope)) {
        let Rect { x, y, size } = rect;
        out.push_str(&format!(
            "<rect class=\"branch\" x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" rx=\"6\"/>\
             <text class=\"left\" x=\"{}\" y=\"{}\">{}</text>",
            size.width,
            size.height,
            x + 8,
            y + BRANCH_TITLE - 9,
            escaped(label)
        ));
    }
}

/// The outline of a state.
fn shape(state: &State, rect: Rect, out: &mut String) {
    let Rect { x, y, size } = rect;
    let (right, bottom, middle) = (x + size.width, y + size.height, y + size.height / 2);
    if state.kind == Kind::Choice {
        let (left, end) = (x + 14, right - 14);
        out.push_str(&format!(
            "<polygon class=\"state choice\" points=\"{left},{y} {end},{y} {right},{middle} \
             {end},{bottom} {left},{bottom} {x},{middle}\"/>"
        ));
        return;
    }
    let (class, radius) = match state.kind {
        _ if !state.scopes.is_empty() => ("frame", 8),
        Kind::Task => ("state task", 6),
        Kind::Wait => ("state", size.height / 2),
        Kind::Succeed => ("state succeed", 6),
        Kind::Fail => ("state fail", 6),
        _ => ("state", 6),
    };
    out.push_str(&format!(
        "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" rx=\"{radius}\"/>",
        size.width, size.height
    ));
}

/// An edge, its arrow and its label.
fn arrow(graph: &Graph, edge: &Edge, wire: &Wire, label: Option<&Label>, out: &mut String) {
    let class = if edge.kind == EdgeKind::Catch {
        " class=\"catch\""
    } else {
        ""
    };
    let words = match edge.words().as_str() {
        "" => String::new(),
        words => format!(" {words}"),
    };
    let (from, to) = (end(graph, edge.from), end(graph, edge.to));
    out.push_str(&format!(
        "<g{class}><title>{}</title>",
        escaped(&format!("{from} → {to}{words}"))
    ));
    let paths: String = wire.lines.iter().map(|line| path(line)).collect();
    out.push_str(&format!("<path d=\"{paths}\"/>"));
    if let Some((x, y)) = wire.arrow {
        out.push_str(&format!("<path class=\"head\" d=\"M{x} {y}l-4-9h8z\"/>"));
    }
    if let Some(Label { text, rect }) = label {
        let x = rect.x + rect.size.width / 2;
        for (number, line) in (1..).zip(&text.lines) {
            let y = rect.y + LINE_HEIGHT * number - 2;
            out.push_str(&format!(
                "<text x=\"{x}\" y=\"{y}\">{}</text>",
                escaped(line)
            ));
        }
    }
    out.push_str("</g>");
}

fn end(graph: &Graph, point: Point) -> &str {
    match point {
        Point::Start => "start",
        Point::State(id) => graph.name(id),
        Point::End => "end",
    }
}

/// How round corners are.
const RADIUS: i64 = 6;

/// A line with round corners.
fn path(line: &[Spot]) -> String {
    let mut out = String::new();
    let mut spots = line.iter().copied().peekable();
    let mut before: Option<Spot> = None;
    while let Some(spot) = spots.next() {
        match (before, spots.peek()) {
            (None, _) => out.push_str(&format!("M{} {}", spot.0, spot.1)),
            (Some(_), None) => out.push_str(&format!("L{} {}", spot.0, spot.1)),
            (Some(before), Some(after)) => {
                let ((ax, ay), (bx, by)) = (towards(spot, before), towards(spot, *after));
                out.push_str(&format!("L{ax} {ay}Q{} {} {bx} {by}", spot.0, spot.1));
            }
        }
        before = Some(spot);
    }
    out
}

/// A point a little on the way to another one.
fn towards(from: Spot, to: Spot) -> Spot {
    let step = |from: i64, to: i64| from + (to - from).signum() * RADIUS.min((to - from).abs() / 2);
    (step(from.0, to.0), step(from.1, to.1))
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            c if is_control(c) => out.push(' '),
            c => out.push(c),
        }
    }
    out
}
