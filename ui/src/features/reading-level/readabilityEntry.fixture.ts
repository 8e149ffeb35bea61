// A handout of the list, for tests.
import type { ReadabilityEntry } from '../../api/maintenance/readability'

export const readabilityEntry = (given: Partial<ReadabilityEntry>): ReadabilityEntry => ({
  citation: 'fever',
  readableId: given.citation ?? 'fever',
  title: `Handout ${given.citation ?? 'fever'}`,
  department: 'Surgery',
  lang: 'English',
  url: 'https://files.example.org/fever.pdf',
  state: 'level',
  readingLevel: { grade: 9, estimate: true, fleschKincaid: 9.1, smog: 10.4, fernandezHuerta: null, band: null },
  reason: null,
  words: 240,
  fetched: '2026-01-05T03:00:12.000Z',
  ...given,
})
