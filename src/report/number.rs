//! Numbers as text: thousands in groups, powers of ten with superscripts, percentages.

/// How the values of an axis are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Counts and quantities: `1,249`, `0.25`, `3.2×10⁷`.
    #[default]
    Plain,
    /// A ratio of 1 is written `100%`.
    Percent,
}

/// A power of ten, `10⁶`.
pub fn power_of_ten(exponent: i32) -> String {
    const SUPERSCRIPTS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digits = exponent.unsigned_abs().to_string();
    let sign = if exponent < 0 { "⁻" } else { "" };
    let raised = digits.bytes().map(|digit| SUPERSCRIPTS[usize::from(digit - b'0') % 10]);
    format!("10{sign}{}", raised.collect::<String>())
}

/// `value` with about three significant digits, short enough for a label.
pub fn short(value: f64, format: Format) -> String {
    match format {
        Format::Percent => percent(value, percent_decimals(value.abs() * 100.0)),
        Format::Plain => {
            let magnitude = value.abs();
            let decimals = match magnitude {
                m if m >= 100.0 || m == 0.0 || (m >= 10.0 && m.fract() == 0.0) => 0,
                m if m >= 10.0 => 1,
                m if m >= 1.0 => 2,
                _ => 3,
            };
            with_decimals(value, decimals, magnitude.fract() == 0.0)
        }
    }
}

/// Decimals of a percentage: so many that what is not 0 % or 100 % is not written as these, down to a millionth.
fn percent_decimals(percentage: f64) -> usize {
    let from_border = percentage.min((100.0 - percentage).abs());
    let needed = if (1e-6..0.1).contains(&from_border) { (-from_border.log10()).ceil() as usize } else { 0 };
    match percentage {
        // Two digits of a small one.
        p if p < 0.1 && needed > 0 => needed + 1,
        p if p < 9.95 => 2,
        _ => needed.max(1),
    }
}

/// An exact value in all its digits, thousands in groups; what is no whole number like [`short`].
pub fn exact(value: f64) -> String {
    if value.fract() != 0.0 || value.abs() >= 1e15 {
        return short(value, Format::Plain);
    }
    let sign = if value < 0.0 { "−" } else { "" };
    format!("{sign}{}", grouped(&format!("{:.0}", value.abs())))
}

/// A count with its thousands in groups.
pub fn count(value: u64) -> String {
    grouped(&value.to_string())
}

/// Digits in groups of three.
pub fn grouped(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `value` like [`short`], without zeros at its end: for ticks of a logarithmic axis.
pub fn shortest(value: f64, format: Format) -> String {
    let text = short(value, format);
    let (number, unit) = text.strip_suffix('%').map_or((text.as_str(), ""), |number| (number, "%"));
    if !number.contains('.') || number.contains('×') {
        return text;
    }
    format!("{}{unit}", number.trim_end_matches('0').trim_end_matches('.'))
}

/// `value` as a tick of an axis whose ticks lie `step` apart.
pub fn tick(value: f64, step: f64, format: Format) -> String {
    let shown_step = if format == Format::Percent { step * 100.0 } else { step };
    // Steps are 1, 2, 2.5 or 5 times a power of ten.
    let mut decimals = (0..12_usize).find(|&places| {
        let scaled = shown_step * 10_f64.powi(places as i32);
        (scaled - scaled.round()).abs() < 1e-6 * scaled.abs()
    });
    if shown_step >= 1e12 || !shown_step.is_finite() {
        decimals = Some(0);
    }
    match (format, decimals) {
        (Format::Percent, Some(places)) => percent(value, places),
        (Format::Percent, None) => format!("{}%", scientific(value * 100.0)),
        (Format::Plain, Some(places)) => with_decimals(value, places, places == 0),
        (Format::Plain, None) => scientific(value),
    }
}

fn percent(value: f64, decimals: usize) -> String {
    let shown = value * 100.0;
    let text = format!("{shown:.decimals$}");
    let text = if text.trim_start_matches('-').chars().all(|c| c == '0' || c == '.') {
        text.trim_start_matches('-').to_owned()
    } else {
        text
    };
    if shown.abs() >= 1e7 { format!("{}%", scientific(shown)) } else { format!("{}%", minus(&text)) }
}

fn with_decimals(value: f64, decimals: usize, whole: bool) -> String {
    let magnitude = value.abs();
    if magnitude >= 1e7 || (magnitude > 0.0 && magnitude < 5e-4 && decimals < 4) || decimals > 6 {
        return scientific(value);
    }
    let text = format!("{magnitude:.*}", if whole { 0 } else { decimals });
    let (integer, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let grouped = grouped(integer);
    let is_zero = text.chars().all(|c| c == '0' || c == '.');
    let sign = if value < 0.0 && !is_zero { "−" } else { "" };
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{grouped}{point}{fraction}")
}

fn minus(text: &str) -> String {
    text.replacen('-', "−", 1)
}

/// `3.2×10⁷`; a mantissa of 1 is left out.
fn scientific(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return if value == 0.0 { "0".to_owned() } else { "–".to_owned() };
    }
    let text = format!("{value:.2e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mantissa = mantissa.trim_end_matches('0').trim_end_matches('.');
    let power = power_of_ten(exponent.parse().unwrap_or(0));
    match mantissa {
        "1" => power,
        "-1" => format!("−{power}"),
        other => format!("{}×{power}", minus(other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_have_superscripts() {
        assert_eq!(power_of_ten(6), "10⁶");
        assert_eq!(power_of_ten(0), "10⁰");
        assert_eq!(power_of_ten(-12), "10⁻¹²");
    }

    #[test]
    fn values_are_short() {
        let plain = |value| short(value, Format::Plain);
        assert_eq!(plain(18_297.0), "18,297");
        assert_eq!(plain(155_590.4), "155,590");
        assert_eq!(plain(32_467_098.0), "3.25×10⁷");
        assert_eq!(plain(10_000_000.0), "10⁷");
        assert_eq!(plain(0.0), "0");
        assert_eq!(plain(7.0), "7");
        assert_eq!(plain(7.128), "7.13");
        assert_eq!(plain(-0.5), "−0.500");
        assert_eq!(plain(0.00001), "10⁻⁵");
        assert_eq!(short(0.7825, Format::Percent), "78.2%");
        assert_eq!(short(-0.0314, Format::Percent), "−3.14%");
        let percent = |value| short(value, Format::Percent);
        assert_eq!([0.0, 0.000_021, 0.000_9, 0.0033].map(percent), ["0.00%", "0.0021%", "0.090%", "0.33%"]);
        assert_eq!([1.0, 0.999_96, 0.9995, 0.996].map(percent), ["100.0%", "99.996%", "99.95%", "99.6%"]);
        assert_eq!([1.000_04, 1.5, 1.0 - 1e-12].map(percent), ["100.004%", "150.0%", "100.0%"]);
    }

    #[test]
    fn exact_values_keep_all_their_digits() {
        assert_eq!(exact(11_239_200.0), "11,239,200");
        assert_eq!((exact(-1_000.0), exact(7.5), exact(0.0)), ("−1,000".into(), "7.50".into(), "0".into()));
        assert_eq!(count(1_234_567), "1,234,567");
    }

    #[test]
    fn ticks_of_logarithmic_axes_have_no_zeros_at_their_end() {
        assert_eq!(shortest(0.5, Format::Plain), "0.5");
        assert_eq!(shortest(0.01, Format::Plain), "0.01");
        assert_eq!(shortest(10.0, Format::Plain), "10");
        assert_eq!(shortest(0.1, Format::Percent), "10%");
        assert_eq!(shortest(0.001, Format::Percent), "0.1%");
    }

    #[test]
    fn ticks_have_the_decimals_of_their_step() {
        assert_eq!(tick(0.5, 0.25, Format::Plain), "0.50");
        assert_eq!(tick(1_000.0, 500.0, Format::Plain), "1,000");
        assert_eq!(tick(0.5, 0.1, Format::Percent), "50%");
        assert_eq!(tick(0.995, 0.005, Format::Percent), "99.5%");
        assert_eq!(tick(-2e9, 1e9, Format::Plain), "−2×10⁹");
        assert_eq!(tick(-0.0, 0.1, Format::Plain), "0.0");
    }
}
