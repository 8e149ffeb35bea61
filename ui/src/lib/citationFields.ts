// Made from src/model/citations/citation_fields.rs by `make citation-fields`; a test compares them.

/** The fields of the citation form, in its order: label, section, and whether the form requires the field. */
export const formFields = {
  title: { label: 'Title', section: 'general', required: true },
  authors: { label: 'Authors', section: 'general', required: true },
  publisher: { label: 'Publishers', section: 'general', required: true },
  materialFormat: { label: 'Material Format', section: 'general', required: true },
  keywords: { label: 'Keywords', section: 'general', required: true },
  keySubjectHeading: { label: 'Subject Heading', section: 'general', required: true },
  whereToObtain: { label: 'Where to Obtain', section: 'general', required: true },
  tags: { label: 'Tags', section: 'general', required: false },
  publishDate: { label: 'Publication Date', section: 'general', required: true },
  printingSpecs: { label: 'Printing Specs', section: 'general', required: false },
  obsolete: { label: 'Obsolete', section: 'general', required: false },
  replacedBy: { label: 'Replaced by', section: 'general', required: false },
  languages: { label: 'Language', section: 'languages', required: true },
  abstract: { label: 'Abstract', section: 'format', required: true },
  audience: { label: 'Target Audience', section: 'format', required: true },
  reviewedBy: { label: 'HE/CS Reviewer', section: 'review', required: true },
  deptSubmittedBy: { label: 'Dept. Submitted By', section: 'review', required: false },
  assessment: { label: 'PMAT/SAM', section: 'review', required: true },
  famReview: { label: 'Family Review', section: 'review', required: true },
  productionSpecialist: { label: 'Production Specialist', section: 'review', required: false },
  originator: { label: 'Content Reviewer', section: 'review', required: true },
  deptReviewDate: { label: 'Dept. Review Date', section: 'review', required: true },
  reviewCycleMonths: { label: 'Review Cycle in Months', section: 'review', required: false },
  codes: { label: 'Codes', section: 'codes', required: false },
  notes: { label: 'Notes', section: 'notes', required: false },
} as const

/** The labels of the fields that the form does not show. */
export const otherFields = {
  revisionDates: 'Revision dates',
  legacyId: 'Id in the earlier system',
  folder: 'Folder',
  paperColors: 'Paper colors',
  accessibleFormats: 'Accessible formats',
} as const

/** The fields that a bulk edit can change: label, facet with the known values, and operations. */
export const bulkFields = {
  authors: { label: 'Authors', facet: 'authors', operations: ['add', 'remove', 'set'] },
  publisher: { label: 'Publishers', facet: 'publisher_name', operations: ['set'] },
  materialFormat: { label: 'Material Format', facet: 'material_format', operations: ['set'] },
  keywords: { label: 'Keywords', facet: 'keywords', operations: ['add', 'remove', 'set'] },
  keySubjectHeading: { label: 'Subject Heading', facet: 'subject_heading', operations: ['set'] },
  whereToObtain: { label: 'Where to Obtain', facet: 'where_to_obtain', operations: ['set'] },
  tags: { label: 'Tags', facet: 'tags', operations: ['add', 'remove', 'set', 'clear'] },
  obsolete: { label: 'Obsolete', operations: ['set'] },
  audience: { label: 'Target Audience', facet: 'audience', operations: ['add', 'remove', 'set'] },
  reviewedBy: { label: 'HE/CS Reviewer', operations: ['set'] },
  deptSubmittedBy: { label: 'Department', facet: 'departments', operations: ['set', 'clear'] },
  codes: { label: 'Codes', operations: ['add', 'remove', 'set', 'clear'] },
  replacedBy: { label: 'Replaced by', operations: ['set', 'clear'] },
  reviewCycleMonths: { label: 'Review cycle', operations: ['set', 'clear'] },
} as const

/** The days that each date field takes: from 1900 or today to so many years after today. */
export const dateLimits = {
  publishDate: { first: '1900-01-01', yearsAhead: 2 },
  deptReviewDate: { first: '1900-01-01', yearsAhead: 0 },
  revisionDate: { first: '1900-01-01', yearsAhead: 2 },
  dateRequired: { first: 'today', yearsAhead: 1 },
} as const
