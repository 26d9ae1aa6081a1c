//! The curve of losses as a PNG image.

use std::convert::Infallible;

use embedded_graphics::Pixel;
use embedded_graphics::geometry::{OriginDimensions, Point, Size};
use embedded_graphics::mono_font::MonoTextStyle;
use embedded_graphics::mono_font::ascii::FONT_9X15;
use embedded_graphics::pixelcolor::{Rgb888, RgbColor};
use embedded_graphics::prelude::{DrawTarget, Drawable, Primitive};
use embedded_graphics::primitives::{Circle, Line, PrimitiveStyle};
use embedded_graphics::text::{Alignment, Baseline, Text, TextStyleBuilder};

use super::checkpoint::Epoch;

const WIDTH: u32 = 960;
const HEIGHT: u32 = 600;
const LEFT: i32 = 110;
const RIGHT: i32 = WIDTH as i32 - 30;
const TOP: i32 = 50;
const BOTTOM: i32 = HEIGHT as i32 - 60;
/// Lines across the picture, with a number each.
const TICKS: usize = 6;

const INK: Rgb888 = Rgb888::new(40, 40, 40);
const GRID: Rgb888 = Rgb888::new(220, 220, 220);
const TRAINING: Rgb888 = Rgb888::new(70, 120, 200);
const VALIDATION: Rgb888 = Rgb888::new(210, 90, 40);

/// Name, colour and height at an epoch.
type Curve = (&'static str, Rgb888, fn(&Epoch) -> f64);

/// A picture to draw on.
struct Canvas(Vec<u8>);

impl OriginDimensions for Canvas {
    fn size(&self) -> Size {
        Size::new(WIDTH, HEIGHT)
    }
}

impl DrawTarget for Canvas {
    type Color = Rgb888;
    type Error = Infallible;

    fn draw_iter<I>(&mut self, pixels: I) -> Result<(), Infallible>
    where
        I: IntoIterator<Item = Pixel<Rgb888>>,
    {
        for Pixel(point, color) in pixels {
            let (x, y) = (point.x as usize, point.y as usize);
            if x < WIDTH as usize && y < HEIGHT as usize {
                let at = 3 * (y * WIDTH as usize + x);
                self.0[at..at + 3].copy_from_slice(&[color.r(), color.g(), color.b()]);
            }
        }
        Ok(())
    }
}

impl Canvas {
    /// Lines from point to point. Each is drawn by itself: the library's polyline overflows at
    /// sharp joins.
    fn line(&mut self, points: &[Point], color: Rgb888, width: u32) {
        let style = PrimitiveStyle::with_stroke(color, width);
        for (&start, &end) in points.iter().zip(points.iter().skip(1)) {
            let Ok(()) = Line::new(start, end).into_styled(style).draw(self);
        }
    }

    /// A dot for each point, so that a single epoch is seen too.
    fn dots(&mut self, points: &[Point], color: Rgb888) {
        for &point in points {
            let dot = Circle::with_center(point, 5).into_styled(PrimitiveStyle::with_fill(color));
            let Ok(()) = dot.draw(self);
        }
    }

    fn text(&mut self, text: &str, at: Point, alignment: Alignment, color: Rgb888) {
        let style = TextStyleBuilder::new()
            .alignment(alignment)
            .baseline(Baseline::Middle)
            .build();
        let font = MonoTextStyle::new(&FONT_9X15, color);
        let Ok(_) = Text::with_text_style(text, at, font, style).draw(self);
    }
}

/// Both losses over the epochs, as the bytes of a PNG file.
///
/// # Errors
/// What the encoder says; nothing is known that makes it say anything.
pub(super) fn plot(title: &str, epochs: &[Epoch]) -> Result<Vec<u8>, png::EncodingError> {
    let mut canvas = Canvas(vec![255; (3 * WIDTH * HEIGHT) as usize]);
    draw(&mut canvas, title, epochs);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, WIDTH, HEIGHT);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(&canvas.0)?;
    Ok(bytes)
}

fn draw(canvas: &mut Canvas, title: &str, epochs: &[Epoch]) {
    let losses = || epochs.iter().flat_map(|e| [e.training, e.validation]);
    let low = losses().fold(f64::INFINITY, f64::min);
    let high = losses().fold(f64::NEG_INFINITY, f64::max);
    if !(low.is_finite() && high.is_finite()) {
        return;
    }
    // A flat curve still needs some height.
    let margin = ((high - low) * 0.05).max(high.abs() * 1e-3 + 1e-9);
    let (low, high) = (low - margin, high + margin);
    let y = |loss: f64| BOTTOM - ((loss - low) / (high - low) * f64::from(BOTTOM - TOP)) as i32;
    let last = epochs.len().max(2) - 1;
    let x = |epoch: usize| LEFT + (epoch * (RIGHT - LEFT) as usize / last) as i32;

    canvas.text(title, Point::new(LEFT, 25), Alignment::Left, INK);
    for tick in 0..TICKS {
        let loss = low + (high - low) * tick as f64 / (TICKS - 1) as f64;
        canvas.line(
            &[Point::new(LEFT, y(loss)), Point::new(RIGHT, y(loss))],
            GRID,
            1,
        );
        let at = Point::new(LEFT - 10, y(loss));
        canvas.text(&format!("{loss:.6}"), at, Alignment::Right, INK);
    }
    let every = last.div_ceil(10);
    for epoch in (0..=last).step_by(every) {
        let at = Point::new(x(epoch), BOTTOM + 20);
        canvas.text(&(epoch + 1).to_string(), at, Alignment::Center, INK);
    }
    let middle = (LEFT + RIGHT) / 2;
    let below = HEIGHT as i32 - 15;
    canvas.text("epoch", Point::new(middle, below), Alignment::Center, INK);
    canvas.line(
        &[
            Point::new(LEFT, TOP),
            Point::new(LEFT, BOTTOM),
            Point::new(RIGHT, BOTTOM),
        ],
        INK,
        1,
    );
    let curves: [Curve; 2] = [
        ("training", TRAINING, |epoch| epoch.training),
        ("validation", VALIDATION, |epoch| epoch.validation),
    ];
    for (row, (name, color, loss)) in (0..).zip(curves) {
        let point = |(n, epoch)| Point::new(x(n), y(loss(epoch)));
        let points: Vec<Point> = epochs.iter().enumerate().map(point).collect();
        canvas.line(&points, color, 2);
        canvas.dots(&points, color);
        let at = Point::new(RIGHT, TOP + 15 + 20 * row);
        canvas.text(name, at, Alignment::Right, color);
    }
}
