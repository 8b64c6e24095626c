//! Tables in Markdown, aligned for the eye.

use std::fmt;

/// A table: the first column to the left, the others to the right.
#[derive(Clone, Debug)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these headings.
    pub fn new(headings: &[&str]) -> Self {
        let headings = headings.iter().map(|&heading| heading.to_owned()).collect();
        Self {
            rows: vec![headings],
        }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    fn widths(&self) -> Vec<usize> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        (0..columns).map(|column| width(column).max(3)).collect()
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let widths = self.widths();
        for (index, row) in self.rows.iter().enumerate() {
            for (column, (cell, &width)) in row.iter().zip(&widths).enumerate() {
                if column == 0 {
                    write!(f, "| {cell:width$} |")?;
                } else {
                    write!(f, " {cell:>width$} |")?;
                }
            }
            writeln!(f)?;
            if index == 0 {
                for (column, &width) in widths.iter().enumerate() {
                    let dashes = "-".repeat(width);
                    match column {
                        0 => write!(f, "|-{dashes}-|")?,
                        _ => write!(f, "-{dashes}:|")?,
                    }
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

/// A figure with about three digits.
pub fn figure(figure: f64) -> String {
    if figure >= 100.0 {
        let text = format!("{figure:.0}");
        let digits = text.len();
        let mut grouped = String::new();
        for (index, digit) in text.chars().enumerate() {
            if index > 0 && (digits - index).is_multiple_of(3) {
                grouped.push(',');
            }
            grouped.push(digit);
        }
        grouped
    } else if figure >= 10.0 {
        format!("{figure:.1}")
    } else if figure >= 0.1 || figure == 0.0 {
        format!("{figure:.2}")
    } else {
        format!("{figure:.4}")
    }
}
