//! How much of a page pictures cover.

use hayro::hayro_syntax::object::Rect;
use hayro::kurbo::{Affine, Point};

/// The page is divided into so many rows and columns.
const CELLS: usize = 64;

/// Which parts of a page pictures cover.
pub(super) struct Coverage {
    page: Rect,
    cells: Vec<bool>,
}

impl Coverage {
    pub(super) fn new(page: Rect) -> Coverage {
        Coverage { page, cells: vec![false; CELLS * CELLS] }
    }

    /// Adds a picture, which covers the unit square in this coordinate system.
    pub(super) fn add(&mut self, place: Affine) {
        let determinant = place.determinant();
        if determinant == 0.0 || !determinant.is_finite() {
            return;
        }
        let inverse = place.inverse();
        let (width, height) = (self.page.x1 - self.page.x0, self.page.y1 - self.page.y0);
        for (n, cell) in self.cells.iter_mut().enumerate() {
            let at = |index: usize| (index as f64 + 0.5) / CELLS as f64;
            let middle =
                Point::new(self.page.x0 + width * at(n % CELLS), self.page.y0 + height * at(n / CELLS));
            let Point { x, y } = inverse * middle;
            *cell |= (0.0..=1.0).contains(&x) && (0.0..=1.0).contains(&y);
        }
    }

    /// Whether pictures cover over half of the page.
    pub(super) fn is_over_half(&self) -> bool {
        self.cells.iter().filter(|is_covered| **is_covered).count() * 2 > self.cells.len()
    }
}
