//! The plot of losses, as an SVG image.

use std::io;

use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::*;

use super::checkpoint::Epoch;

const SIZE: (u32, u32) = (960, 600);
const TRAINING: RGBColor = RGBColor(70, 120, 200);
const VALIDATION: RGBColor = RGBColor(210, 90, 40);

/// A curve: its name, its color and an epoch's value.
type Curve = (&'static str, RGBColor, fn(&Epoch) -> f64);

/// Draws both losses over the epochs; returns the text of the image.
///
/// # Errors
/// Drawing failed.
pub(super) fn plot(
    title: &str,
    epochs: &[Epoch],
) -> Result<String, DrawingAreaErrorKind<io::Error>> {
    let mut image = String::new();
    let losses = || epochs.iter().flat_map(|e| [e.training, e.validation]);
    let low = losses().fold(f64::INFINITY, f64::min);
    let high = losses().fold(f64::NEG_INFINITY, f64::max);
    if !(low.is_finite() && high.is_finite()) {
        return Ok(image);
    }
    // Gives flat curves some height.
    let margin = ((high - low) * 0.05).max(high.abs() * 1e-3 + 1e-9);
    {
        let root = SVGBackend::with_string(&mut image, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        let mut chart = ChartBuilder::on(&root)
            .caption(title, ("sans-serif", 20))
            .margin(15)
            .x_label_area_size(40)
            .y_label_area_size(80)
            .build_cartesian_2d(1..epochs.len().max(2), low - margin..high + margin)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .x_desc("epoch")
            .y_desc("mean squared error")
            .x_label_formatter(&|epoch| epoch.to_string())
            .y_label_formatter(&|loss| format!("{loss:.6}"))
            .draw()?;
        let curves: [Curve; 2] = [
            ("training", TRAINING, |epoch| epoch.training),
            ("validation", VALIDATION, |epoch| epoch.validation),
        ];
        for (name, color, loss) in curves {
            let points = (1..).zip(epochs.iter().map(loss));
            let line = LineSeries::new(points, color.stroke_width(2)).point_size(3);
            chart
                .draw_series(line)?
                .label(name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], color));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .border_style(BLACK)
            .draw()?;
        root.present()?;
    }
    Ok(image)
}
