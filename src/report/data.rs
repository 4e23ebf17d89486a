//! The plain data that charts take: points, intervals, series. No chart reads a file.

use crate::report::axis::Scale;

/// The texts around a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChartText {
    /// What is shown, in a line.
    pub title: String,
    /// Conditions: game, positions, machine. May be empty.
    pub subtitle: String,
    /// What a reader needs below the chart: n, kind of interval, test. May be empty.
    pub note: String,
}

impl ChartText {
    /// A title alone.
    pub fn new(title: impl Into<String>) -> ChartText {
        ChartText { title: title.into(), ..ChartText::default() }
    }

    /// The same with a subtitle.
    pub fn subtitle(mut self, subtitle: impl Into<String>) -> ChartText {
        self.subtitle = subtitle.into();
        self
    }

    /// The same with a note.
    pub fn note(mut self, note: impl Into<String>) -> ChartText {
        self.note = note.into();
        self
    }
}

/// An interval around an estimate, in the unit of the axis; it need not be symmetric.
///
/// An end that the axis cannot show (infinite; not positive on a logarithmic axis) is drawn open, up to the border.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// The interval from `low` to `high`.
    pub fn new(low: f64, high: f64) -> Interval {
        Interval { low, high }
    }

    /// Whether it is an interval at all: no end is NaN, and they are in order.
    pub(super) fn is_valid(self) -> bool {
        self.low <= self.high
    }

    /// The ends that an axis of `scale` must hold.
    pub(super) fn shown_ends(self, scale: Scale) -> impl Iterator<Item = f64> {
        let ends = if self.is_valid() { vec![self.low, self.high] } else { Vec::new() };
        ends.into_iter().filter(move |&end| scale.shows(end))
    }
}

/// A value with what is known of its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value, in the unit of the axis.
    pub value: f64,
    /// Its interval, if known.
    pub interval: Option<Interval>,
}

impl Estimate {
    /// A value without interval.
    pub fn new(value: f64) -> Estimate {
        Estimate { value, interval: None }
    }

    /// A value with its interval from `low` to `high`.
    pub fn with_interval(value: f64, low: f64, high: f64) -> Estimate {
        Estimate { value, interval: Some(Interval::new(low, high)) }
    }

    /// The interval, if it is one.
    pub(super) fn valid_interval(self) -> Option<Interval> {
        self.interval.filter(|interval| interval.is_valid())
    }

    /// Whether the value or its interval cannot be shown.
    pub(super) fn is_left_out(self, scale: Scale) -> bool {
        !scale.shows(self.value) || self.interval.is_some_and(|interval| !interval.is_valid())
    }

    /// The values that an axis of `scale` must hold: none if the value itself cannot be shown.
    pub(super) fn shown_values(self, scale: Scale) -> Vec<f64> {
        if !scale.shows(self.value) {
            return Vec::new();
        }
        let ends = self.interval.into_iter().flat_map(|interval| interval.shown_ends(scale));
        std::iter::once(self.value).chain(ends).collect()
    }
}

/// One point of a series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DataPoint {
    /// Place on the x axis.
    pub x: f64,
    /// Value on the y axis.
    pub y: f64,
    /// Interval of the value, if known.
    pub interval: Option<Interval>,
}

impl DataPoint {
    /// A point without interval.
    pub fn new(x: f64, y: f64) -> DataPoint {
        DataPoint { x, y, interval: None }
    }

    /// A point with the interval `low` to `high` of its value.
    pub fn with_interval(x: f64, y: f64, low: f64, high: f64) -> DataPoint {
        DataPoint { x, y, interval: Some(Interval::new(low, high)) }
    }
}

/// How the points of a series are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Join {
    /// By a line.
    #[default]
    Line,
    /// By a dashed line: a bound or a prediction beside what was measured.
    Dashed,
    /// Not at all.
    Points,
}

/// A named series of points, in the order in which they are joined.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// The name in the legend; a chart whose names are all empty has no legend.
    pub label: String,
    /// The points.
    pub points: Vec<DataPoint>,
    /// How they are joined.
    pub join: Join,
}

impl Series {
    /// A series joined by a line.
    pub fn new(label: impl Into<String>, points: Vec<DataPoint>) -> Series {
        Series { label: label.into(), points, join: Join::Line }
    }

    /// The same series, joined otherwise.
    pub fn join(mut self, join: Join) -> Series {
        self.join = join;
        self
    }
}

/// A value marked by a dashed line across the chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// The value, in the unit of the axis.
    pub value: f64,
    /// What it is, for the legend.
    pub label: String,
}

impl Reference {
    /// A reference line at `value`.
    pub fn new(value: f64, label: impl Into<String>) -> Reference {
        Reference { value, label: label.into() }
    }
}
