//! The plot of each parameter's path, as an SVG image.

use std::io;

use plotters::drawing::DrawingAreaErrorKind;
use plotters::prelude::*;

use super::spsa::Parameter;

/// Size of one parameter's chart, in pixels.
const CHART: (u32, u32) = (320, 180);
const COLUMNS: usize = 4;
const PATH: RGBColor = RGBColor(70, 120, 200);

/// Draws the values of each parameter over the pairs; returns the text of the image. `history` has
/// all values after every `interval` pairs.
///
/// # Errors
/// Drawing failed.
pub(super) fn plot(
    parameters: &[Parameter],
    history: &[Vec<f64>],
    interval: u64,
) -> Result<String, DrawingAreaErrorKind<io::Error>> {
    let mut image = String::new();
    let columns = parameters.len().clamp(1, COLUMNS);
    let rows = parameters.len().div_ceil(columns).max(1);
    let size = (CHART.0 * columns as u32, CHART.1 * rows as u32);
    {
        let root = SVGBackend::with_string(&mut image, size).into_drawing_area();
        root.fill(&WHITE)?;
        let areas = root.split_evenly((rows, columns));
        let last = (history.len().max(2) - 1) as u64 * interval;
        for (index, (parameter, area)) in parameters.iter().zip(areas).enumerate() {
            let values = || history.iter().map(|values| values[index]);
            // At least a step on either side of the start.
            let start = f64::from(parameter.start);
            let low = values().fold(start - parameter.step, f64::min);
            let high = values().fold(start + parameter.step, f64::max);
            let mut chart = ChartBuilder::on(&area)
                .caption(&parameter.name, ("sans-serif", 14))
                .margin(8)
                .x_label_area_size(20)
                .y_label_area_size(45)
                .build_cartesian_2d(0..last, low..high)?;
            chart
                .configure_mesh()
                .disable_mesh()
                .x_labels(3)
                .y_labels(4)
                .draw()?;
            let pairs = (0..).map(|n| n * interval);
            chart.draw_series(LineSeries::new(pairs.zip(values()), &PATH))?;
        }
        root.present()?;
    }
    Ok(image)
}
