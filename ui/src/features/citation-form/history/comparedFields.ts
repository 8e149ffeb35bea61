// Compares the fields of two versions of a citation, each as lines of text.
import t from 'messages:staff/citationForm'
import type { Citation } from '../../../api/catalogue/citations'
import { otherFields } from '../../../lib/citationFields'
import { systemName } from '../../../lib/codes'
import { shortDate } from '../../../lib/dates/dates'
import { type DiffPiece, wordDiff } from '../../../lib/text/wordDiff'
import { fields } from '../formValues'

/** The text of a field in one version. */
type Shown = string | readonly string[] | null | undefined

export interface ComparedField {
  field: string
  label: string
  differs: boolean
  /** The pieces of each line; empty for a field without a value. */
  before: DiffPiece[][]
  after: DiffPiece[][]
}

const answers: Record<string, string> = { '1': t('yes'), '0': t('no'), '-1': t('notApplicable') }
const answer = (value: number | null | undefined) => answers[String(value)]
const labelled = (field: keyof typeof fields) => fields[field].label
const shortDigest = ({ digest }: { digest: string }) => digest.slice(0, 8)
const parts = (...of: (string | number | null | undefined)[]) => of.filter(Boolean).join(' · ')

/** Every field of a citation except its IDs: in the form's order, then the fields that the form does not show. */
const shownFields: [field: string, label: string, of: (citation: Citation) => Shown][] = [
  ['title', labelled('title'), ({ title }) => title],
  ['authors', labelled('authors'), ({ authors }) => authors],
  ['publisher', labelled('publisher'), ({ publisher }) => publisher?.name],
  ['materialFormat', labelled('materialFormat'), ({ materialFormat }) => materialFormat],
  ['keywords', labelled('keywords'), ({ keywords }) => keywords],
  ['keySubjectHeading', labelled('keySubjectHeading'), ({ keySubjectHeading }) => keySubjectHeading],
  ['whereToObtain', labelled('whereToObtain'), ({ whereToObtain }) => whereToObtain],
  ['tags', labelled('tags'), ({ tags }) => tags],
  ['publishDate', labelled('publishDate'), ({ publishDate }) => shortDate(publishDate)],
  ['printingSpecs', labelled('printingSpecs'), ({ printingSpecs }) => printingSpecs],
  ['obsolete', labelled('obsolete'), ({ obsolete }) => (obsolete ? t('yes') : t('no'))],
  ['replacedBy', labelled('replacedBy'), ({ replacedBy }) => replacedBy],
  [
    'languages',
    labelled('languages'),
    ({ languages }) =>
      languages.map(({ lang, ksbgNumber, pages, title, url, file }) =>
        // Two files may have the same name: the digest tells them apart.
        parts(
          lang,
          title,
          ksbgNumber,
          pages && t('pageCount', { pages }),
          ...(file ? [file.name, shortDigest(file)] : [url]),
        ),
      ),
  ],
  [
    'revisionDates',
    otherFields.revisionDates,
    ({ revisionDates }) => revisionDates.map(({ lang, revisionDate }) => parts(lang, shortDate(revisionDate))),
  ],
  ['abstract', labelled('abstract'), ({ abstract }) => abstract],
  ['audience', labelled('audience'), ({ audience }) => audience],
  ['reviewedBy', labelled('reviewedBy'), ({ reviewedBy }) => reviewedBy],
  ['deptSubmittedBy', labelled('deptSubmittedBy'), ({ deptSubmittedBy }) => deptSubmittedBy?.name],
  ['assessment', labelled('assessment'), ({ assessment }) => answer(assessment)],
  ['famReview', labelled('famReview'), ({ famReview }) => answer(famReview)],
  ['productionSpecialist', labelled('productionSpecialist'), ({ productionSpecialist }) => productionSpecialist],
  ['originator', labelled('originator'), ({ originator }) => originator],
  ['deptReviewDate', labelled('deptReviewDate'), ({ deptReviewDate }) => shortDate(deptReviewDate)],
  ['reviewCycleMonths', labelled('reviewCycleMonths'), ({ reviewCycleMonths }) => reviewCycleMonths?.toString()],
  [
    'codes',
    labelled('codes'),
    ({ codes }) => codes?.map(({ system, code, display }) => parts(`${systemName(system)} ${code}`, display)),
  ],
  ['notes', labelled('notes'), ({ notes }) => notes],
  ['legacyId', otherFields.legacyId, ({ legacyId }) => legacyId],
  ['folder', otherFields.folder, ({ folder }) => folder],
  ['paperColors', otherFields.paperColors, ({ paperColors }) => paperColors],
  ['accessibleFormats', otherFields.accessibleFormats, ({ accessibleFormats }) => accessibleFormats],
]

const labels = new Map(shownFields.map(([field, label]) => [field, label]))

/** The label of a field of a citation's JSON. */
export const fieldLabel = (field: string) => labels.get(field) ?? field

/** Compares every field of two versions and marks the changes: words in texts, whole lines in lists. */
export const compareVersions = (before: Citation, after: Citation): ComparedField[] =>
  shownFields.map(([field, label, of]) => {
    const [old, now] = [of(before), of(after)]
    const isList = Array.isArray(old) || Array.isArray(now)
    const lines = isList ? lineDiff(linesOf(old), linesOf(now)) : textDiff(joinLines(old), joinLines(now))
    return { field, label, differs: JSON.stringify(linesOf(old)) !== JSON.stringify(linesOf(now)), ...lines }
  })

const linesOf = (shown: Shown): readonly string[] =>
  (typeof shown === 'string' ? [shown] : (shown ?? [])).filter(Boolean)
const joinLines = (shown: Shown) => linesOf(shown).join('\n')

function textDiff(before: string, after: string) {
  const found = wordDiff(before, after)
  const lines = (pieces: DiffPiece[]) => (pieces.length > 0 ? [pieces] : [])
  return { before: lines(found.before), after: lines(found.after) }
}

/** Marks the lines that the other list lacks; if only the order differs, marks every line that moved. */
function lineDiff(before: readonly string[], after: readonly string[]) {
  const sameLines = [...before].sort().join('\n') === [...after].sort().join('\n')
  const marked = (lines: readonly string[], others: readonly string[]) =>
    lines.map((text, n) => [{ text, changed: sameLines ? others[n] !== text : !others.includes(text) }])
  return { before: marked(before, after), after: marked(after, before) }
}
