//! Where a value stands on an axis, and which values an axis names.

/// An axis of values from one end to the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    lo: f64,
    hi: f64,
    /// How far one tick is from the next.
    step: f64,
}

impl Scale {
    /// An axis that holds all these values, with about so many ticks; what is no number is left out.
    pub(super) fn over(values: impl IntoIterator<Item = f64>, ticks: usize) -> Self {
        let finite = values.into_iter().filter(|value| value.is_finite());
        let (lo, hi) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), value| {
            (lo.min(value), hi.max(value))
        });
        let (lo, hi) = match (lo <= hi, lo == hi) {
            (false, _) => (0.0, 1.0),
            (true, true) => (lo - lo.abs().max(1.0) / 2.0, hi + hi.abs().max(1.0) / 2.0),
            (true, false) => (lo, hi),
        };
        Self { lo, hi, step: nice((hi - lo) / ticks.max(1) as f64) }
    }

    /// The same from tick to tick, so that both ends are named.
    pub(super) fn rounded(self) -> Self {
        let Self { lo, hi, step } = self;
        let out = |x: f64| if (x - x.round()).abs() < 1e-9 { x.round() } else { x };
        Self { lo: out(lo / step).floor() * step, hi: out(hi / step).ceil() * step, step }
    }

    /// The same with ticks at whole numbers only.
    pub(super) fn whole(self) -> Self {
        Self { step: self.step.max(1.0).round(), ..self }
    }

    /// Where a value stands: 0 at the lower end, 1 at the upper one, and at an end what lies beyond.
    pub(super) fn place(&self, value: f64) -> f64 {
        ((value - self.lo) / (self.hi - self.lo)).clamp(0.0, 1.0)
    }

    /// The values that the axis names.
    pub(super) fn ticks(&self) -> Vec<f64> {
        let first = (self.lo / self.step - 1e-9).ceil();
        let count = ((self.hi - self.lo) / self.step + 2.0) as usize;
        let ticks = (0..count.min(100)).map(|number| (first + number as f64) * self.step);
        ticks.filter(|tick| *tick <= self.hi + 1e-9 * self.step).map(|tick| tick + 0.0).collect()
    }

    /// A tick as text, multiplied by `scale`, with a true minus and as many decimals as ticks need.
    pub(super) fn label(&self, tick: f64, scale: f64) -> String {
        let decimals = (-libm::log10(self.step * scale).floor()).clamp(0.0, 6.0) as usize;
        let text = format!("{:.decimals$}", scale * tick);
        let is_zero = text.bytes().all(|byte| matches!(byte, b'-' | b'0' | b'.'));
        if is_zero { text.replace('-', "") } else { text.replace('-', "−") }
    }
}

/// The least of 1, 2, 5 and their tenfolds that is no less than this, or nearly so.
fn nice(rough: f64) -> f64 {
    let tenfold = libm::pow(10.0, libm::log10(rough).floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * tenfold);
    steps.into_iter().find(|step| *step >= rough * (1.0 - 1e-9)).unwrap_or(10.0 * tenfold)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(values: &[f64], ticks: usize, scale: f64) -> Vec<String> {
        let axis = Scale::over(values.iter().copied(), ticks);
        axis.ticks().into_iter().map(|tick| axis.label(tick, scale)).collect()
    }

    #[test]
    fn ticks_are_round_numbers_within_the_axis() {
        assert_eq!(labels(&[0.0, 0.81], 5, 100.0), ["0", "20", "40", "60", "80"]);
        assert_eq!(labels(&[-2.7, 1.65], 4, 1.0), ["−2", "0"]);
        assert_eq!(labels(&[-523.0, 382.0], 4, 1.0), ["−500", "0"]);
        assert_eq!(labels(&[0.0, 0.03], 4, 1.0), ["0.00", "0.01", "0.02", "0.03"]);
        assert_eq!(labels(&[-0.2, 0.1], 3, 1.0), ["−0.2", "−0.1", "0.0", "0.1"]);
    }

    #[test]
    fn a_rounded_axis_ends_at_ticks_and_holds_all_values() {
        let axis = Scale::over([-2.7, 1.65], 4).rounded();
        assert_eq!(
            (axis.ticks(), axis.place(-4.0), axis.place(2.0)),
            (vec![-4.0, -2.0, 0.0, 2.0], 0.0, 1.0)
        );
        let axis = Scale::over([0.0, 0.3], 3).rounded();
        assert!((axis.place(0.3) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn an_axis_of_one_value_or_of_none_has_room_all_the_same() {
        for values in [&[][..], &[3.0], &[0.0], &[f64::NAN, f64::INFINITY]] {
            let axis = Scale::over(values.iter().copied(), 4);
            assert!(axis.ticks().len() > 1, "{values:?}: {axis:?}");
            assert!((0.0..=1.0).contains(&axis.place(3.0)), "{values:?}");
        }
    }

    #[test]
    fn what_lies_beyond_the_axis_stands_at_its_end() {
        let axis = Scale::over([0.0, 1.0], 4);
        assert_eq!((axis.place(-3.0), axis.place(9.0)), (0.0, 1.0));
    }

    #[test]
    fn whole_numbers_have_whole_ticks() {
        assert_eq!(Scale::over([1.0, 3.0], 10).whole().ticks(), [1.0, 2.0, 3.0]);
    }
}
