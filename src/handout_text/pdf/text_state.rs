//! Where text is placed: the text state and its operators. Source: ISO 32000-1, 9.3 and 9.4.

use hayro::kurbo::{Affine, Point, Vec2};

/// The part of the graphics state that places glyphs.
#[derive(Debug, Clone, Copy)]
pub(super) struct TextState {
    size: f64,
    character_space: f64,
    word_space: f64,
    horizontal_scale: f64,
    leading: f64,
    rise: f64,
}

/// The matrices of a text object.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct TextMatrices {
    text: Affine,
    line: Affine,
}

/// Where a glyph is on its page.
#[derive(Debug, Clone, Copy)]
pub(super) struct GlyphPlace {
    /// The beginning of its base line.
    pub(super) start: Point,
    /// The direction in which its line runs; of length 1.
    pub(super) direction: Vec2,
    /// How far the next glyph is, apart from the space between words.
    pub(super) length: f64,
    pub(super) size: f64,
}

/// How far a glyph moves the next one, in ems.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Advance {
    Right(f64),
    Down(f64),
}

impl Default for TextState {
    fn default() -> TextState {
        TextState {
            size: 1.0,
            character_space: 0.0,
            word_space: 0.0,
            horizontal_scale: 1.0,
            leading: 0.0,
            rise: 0.0,
        }
    }
}

impl TextState {
    /// Applies an operator with its numbers; those that place no text change nothing.
    pub(super) fn apply(&mut self, matrices: &mut TextMatrices, operator: &[u8], numbers: &[f64]) {
        match (operator, numbers) {
            (b"BT", _) => *matrices = TextMatrices::default(),
            (b"Tc", [space]) => self.character_space = *space,
            (b"Tw", [space]) => self.word_space = *space,
            (b"Tz", [percent]) => self.horizontal_scale = percent / 100.0,
            (b"TL", [leading]) => self.leading = *leading,
            (b"Ts", [rise]) => self.rise = *rise,
            (b"Tf", [size]) => self.size = *size,
            (b"Td", [x, y]) => matrices.next_line(*x, *y),
            (b"TD", [x, y]) => {
                self.leading = -y;
                matrices.next_line(*x, *y);
            }
            (b"Tm", &[a, b, c, d, e, f]) => {
                let matrix = Affine::new([a, b, c, d, e, f]);
                *matrices = TextMatrices { text: matrix, line: matrix };
            }
            (b"T*" | b"'", _) => matrices.next_line(0.0, -self.leading),
            (b"\"", [word_space, character_space]) => {
                (self.word_space, self.character_space) = (*word_space, *character_space);
                matrices.next_line(0.0, -self.leading);
            }
            _ => {}
        }
    }

    /// The place of a glyph in a coordinate system; moves the next one behind it. `is_space`: it is the single byte 32.
    pub(super) fn place(
        &self,
        matrices: &mut TextMatrices,
        system: Affine,
        advance: Advance,
        is_space: bool,
    ) -> GlyphPlace {
        let matrix = system * matrices.text;
        let linear = |x: f64, y: f64| matrix * Point::new(x, y) - matrix * Point::ZERO;
        let word_space = if is_space { self.word_space } else { 0.0 };
        let (direction, length, scale) = match advance {
            Advance::Right(em) => {
                let scale = self.horizontal_scale;
                (linear((self.size * scale).signum(), 0.0), em * self.size + self.character_space, scale)
            }
            Advance::Down(em) => {
                (linear(0.0, -self.size.signum()), em * self.size - self.character_space, 1.0)
            }
        };
        let unit = direction.hypot();
        let place = GlyphPlace {
            start: matrix * Point::new(0.0, self.rise),
            direction: if unit > 0.0 { direction / unit } else { Vec2::new(1.0, 0.0) },
            length: (length * scale).abs() * unit,
            size: linear(0.0, self.size).hypot(),
        };
        let moved = match advance {
            Advance::Right(_) => Vec2::new((length + word_space) * scale, 0.0),
            Advance::Down(_) => Vec2::new(0.0, word_space - length),
        };
        matrices.text *= Affine::translate(moved);
        place
    }

    /// Moves the next glyph as a number between texts says, in thousandths of an em.
    pub(super) fn adjust(&self, matrices: &mut TextMatrices, number: f64, is_horizontal: bool) {
        let distance = -number / 1000.0 * self.size;
        let moved = if is_horizontal {
            Vec2::new(distance * self.horizontal_scale, 0.0)
        } else {
            Vec2::new(0.0, distance)
        };
        matrices.text *= Affine::translate(moved);
    }
}

impl TextMatrices {
    fn next_line(&mut self, x: f64, y: f64) {
        self.line *= Affine::translate(Vec2::new(x, y));
        self.text = self.line;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_follow_one_another() {
        let (mut state, mut matrices) = (TextState::default(), TextMatrices::default());
        for (operator, numbers) in [
            (&b"Tf"[..], &[10.0][..]),
            (b"Tc", &[1.0]),
            (b"Tw", &[2.0]),
            (b"TL", &[12.0]),
            (b"Tm", &[1.0, 0.0, 0.0, 1.0, 72.0, 700.0]),
            (b"Tj", &[]),
        ] {
            state.apply(&mut matrices, operator, numbers);
        }
        let mut place = |is_space| {
            let place = state.place(&mut matrices, Affine::IDENTITY, Advance::Right(0.5), is_space);
            (place.start.x, place.length, place.size)
        };
        assert_eq!(place(true), (72.0, 6.0, 10.0));
        assert_eq!(place(false), (80.0, 6.0, 10.0));
        state.adjust(&mut matrices, -500.0, true);
        let place = state.place(&mut matrices, Affine::scale(2.0), Advance::Right(0.5), false);
        assert_eq!((place.start, place.length, place.size), (Point::new(182.0, 1400.0), 12.0, 20.0));
        state.apply(&mut matrices, b"T*", &[]);
        let place = state.place(&mut matrices, Affine::IDENTITY, Advance::Down(1.0), false);
        assert_eq!((place.start, place.direction), (Point::new(72.0, 688.0), Vec2::new(0.0, -1.0)));
    }
}
