//! What is counted of the use of a citation. Contract section 10.5.

use crate::model::languages::tag::{LanguageTag, NO_LANGUAGE};
use serde::Serialize;
use std::ops::{AddAssign, SubAssign};
use utoipa::ToSchema;

/// A citation and a language in which it is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Used {
    /// Key of the citation.
    pub citation: i64,
    /// Language tag; [`NO_LANGUAGE`] when it is not known.
    pub tag: String,
}

impl Used {
    /// The use of the citation with this key.
    pub fn new(citation: i64, tag: Option<LanguageTag>) -> Used {
        Used { citation, tag: tag.map_or_else(|| NO_LANGUAGE.to_owned(), String::from) }
    }
}

/// How a citation is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UsageKind {
    /// Its page is read.
    View,
    /// The file of a language version is opened from one of our pages.
    Open,
    /// A printed QR code is scanned.
    Scan,
}

/// Sums of one citation, language, department or month.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct UsageCounts {
    /// Views of the citation's page.
    pub view: u64,
    /// Files opened from our pages.
    pub open: u64,
    /// Scanned QR codes.
    pub scan: u64,
    /// Ordered pieces.
    pub order: u64,
}

impl UsageCounts {
    /// One use of this kind.
    pub fn once(kind: UsageKind) -> UsageCounts {
        let mut counts = UsageCounts::default();
        match kind {
            UsageKind::View => counts.view = 1,
            UsageKind::Open => counts.open = 1,
            UsageKind::Scan => counts.scan = 1,
        }
        counts
    }

    /// This many ordered pieces.
    pub fn pieces(order: u64) -> UsageCounts {
        UsageCounts { order, ..UsageCounts::default() }
    }

    /// Opened, scanned and ordered handouts; views are not among them.
    pub fn used(&self) -> u64 {
        self.open + self.scan + self.order
    }

    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        *self == UsageCounts::default()
    }
}

impl AddAssign for UsageCounts {
    fn add_assign(&mut self, more: UsageCounts) {
        self.view += more.view;
        self.open += more.open;
        self.scan += more.scan;
        self.order += more.order;
    }
}

/// Never below zero.
impl SubAssign for UsageCounts {
    fn sub_assign(&mut self, less: UsageCounts) {
        self.view = self.view.saturating_sub(less.view);
        self.open = self.open.saturating_sub(less.open);
        self.scan = self.scan.saturating_sub(less.scan);
        self.order = self.order.saturating_sub(less.order);
    }
}
