//! What the citation form requires.

use crate::model::category::Category;
use crate::model::citations::citation::Citation;

impl Citation {
    /// The fields that the form requires and this citation lacks, as `(JSON field, label)`, in the form's order.
    ///
    /// Source: spec section 5, "Citation form required"; labels of spec section 2.
    pub fn missing_required(&self) -> Vec<(&'static str, &'static str)> {
        let blank = |text: &Option<String>| text.as_deref().is_none_or(|t| t.trim().is_empty());
        let of = |category: Category| (category.field().json, category.field().label, self.lacks(category));
        [
            ("title", "Title", self.title.trim().is_empty()),
            of(Category::Authors),
            of(Category::PublisherName),
            of(Category::MaterialFormat),
            of(Category::Keywords),
            of(Category::SubjectHeading),
            of(Category::WhereToObtain),
            ("publishDate", "Publication Date", self.publish_date.is_none()),
            of(Category::Languages),
            ("abstract", "Abstract", blank(&self.abstract_text)),
            of(Category::Audience),
            ("reviewedBy", "HE/CS Reviewer", blank(&self.reviewed_by)),
            ("assessment", "PMAT/SAM", self.assessment.is_none()),
            ("famReview", "Family Review", self.fam_review.is_none()),
            ("originator", "Content Reviewer", blank(&self.originator)),
            ("deptReviewDate", "Dept. Review Date", self.dept_review_date.is_none()),
        ]
        .into_iter()
        .filter(|(_, _, missing)| *missing)
        .map(|(field, label, _)| (field, label))
        .collect()
    }
}
