//! A report as headings, paragraphs, tables, figures: what it says, apart from how a format writes it.

/// A table; every row has as many cells as the header.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Names of the columns.
    pub header: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new<S: Into<String>>(header: impl IntoIterator<Item = S>) -> Table {
        Table { header: header.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }
}

/// A piece of a report. All texts are plain; each format escapes what it must.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading with its level, 1 for the title.
    Heading(u8, String),
    /// A paragraph.
    Paragraph(String),
    /// An unordered list.
    List(Vec<String>),
    /// A table.
    Table(Table),
    /// A figure with the sentence below it.
    Figure {
        /// Where the picture lies, relative to the report, with `/`.
        path: String,
        /// The title: its alternative text.
        title: String,
        /// The sentence.
        sentence: String,
    },
    /// Lines as they stand: a command, a specification.
    Code {
        /// What language they are in (`sh`, `toml`).
        language: &'static str,
        /// The lines.
        text: String,
    },
}

/// A report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Document {
    /// Its pieces in order.
    pub blocks: Vec<Block>,
}

impl Document {
    /// Adds a heading.
    pub fn heading(&mut self, level: u8, text: impl Into<String>) {
        self.blocks.push(Block::Heading(level, text.into()));
    }

    /// Adds a paragraph.
    pub fn paragraph(&mut self, text: impl Into<String>) {
        self.blocks.push(Block::Paragraph(text.into()));
    }

    /// Adds a list, unless it is empty.
    pub fn list(&mut self, items: Vec<String>) {
        if !items.is_empty() {
            self.blocks.push(Block::List(items));
        }
    }

    /// Adds a table, unless it has no rows.
    pub fn table(&mut self, table: Table) {
        if !table.rows.is_empty() {
            self.blocks.push(Block::Table(table));
        }
    }

    /// Adds a figure.
    pub fn figure(&mut self, path: impl Into<String>, title: impl Into<String>, sentence: impl Into<String>) {
        self.blocks.push(Block::Figure { path: path.into(), title: title.into(), sentence: sentence.into() });
    }

    /// Adds lines as they stand.
    pub fn code(&mut self, language: &'static str, text: impl Into<String>) {
        self.blocks.push(Block::Code { language, text: text.into() });
    }
}
