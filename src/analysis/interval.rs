//! A closed interval of real numbers, as every estimate of this room reports it.

/// The two-sided 95 % quantile of the standard normal distribution, with the digits that the project's vectors use.
pub const Z_95: f64 = 1.959_964;

/// A closed interval; both ends are finite and `low <= high` when it comes from [`Interval::new`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Lower end, in the unit of the estimate.
    pub low: f64,
    /// Upper end, in the unit of the estimate.
    pub high: f64,
}

impl Interval {
    /// The interval between two ends; `None` when an end is not finite or they stand in the wrong order.
    pub fn new(low: f64, high: f64) -> Option<Self> {
        (low.is_finite() && high.is_finite() && low <= high).then_some(Self { low, high })
    }

    /// The interval that holds one value only; `None` when the value is not finite.
    pub fn point(value: f64) -> Option<Self> {
        Self::new(value, value)
    }

    /// Whether the value lies inside; the ends belong to the interval.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Whether the two intervals have a point in common.
    pub fn meets(&self, other: &Self) -> bool {
        self.low <= other.high && other.low <= self.high
    }

    /// Whether this interval lies wholly inside the other one.
    pub fn lies_in(&self, other: &Self) -> bool {
        other.low <= self.low && self.high <= other.high
    }

    /// Distance between the ends.
    pub fn width(&self) -> f64 {
        self.high - self.low
    }

    /// The smallest interval that holds this one and the value; a value that is not finite changes nothing.
    pub fn extended_to(&self, value: f64) -> Self {
        if !value.is_finite() {
            return *self;
        }
        Self { low: self.low.min(value), high: self.high.max(value) }
    }

    /// The interval under a function that rises everywhere; `None` when an image is not finite.
    pub fn map(&self, rising: impl Fn(f64) -> f64) -> Option<Self> {
        Self::new(rising(self.low), rising(self.high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refuses_what_is_no_interval() {
        assert_eq!(Interval::new(2.0, 1.0), None);
        assert_eq!(Interval::new(f64::NAN, 1.0), None);
        assert_eq!(Interval::new(0.0, f64::INFINITY), None);
        assert!(Interval::new(1.0, 1.0).is_some());
    }

    #[test]
    fn ends_belong_to_the_interval() {
        let left = Interval { low: 0.0, high: 1.0 };
        let right = Interval { low: 1.0, high: 2.0 };
        assert!(left.meets(&right) && right.meets(&left));
        assert!(left.contains(1.0) && !left.contains(1.0 + 1e-12));
        assert!(!left.lies_in(&right));
        assert!(left.lies_in(&left.extended_to(3.0)));
        assert_eq!(left.extended_to(f64::NAN), left);
    }
}
