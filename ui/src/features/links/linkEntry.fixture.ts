// A link of the list, for tests.
import type { LinkEntry } from '../../api/maintenance/links'

export const linkEntry = (given: Partial<LinkEntry>): LinkEntry => ({
  citation: 'fever',
  readableId: given.citation ?? 'fever',
  title: `Handout ${given.citation ?? 'fever'}`,
  department: 'Surgery',
  lang: 'English',
  url: `https://files.example.org/${given.citation ?? 'fever'}.pdf`,
  state: 'gone',
  result: 'gone',
  reason: 'status 404',
  checked: '2026-01-05T03:00:12.000Z',
  nights: 3,
  waiting: false,
  ...given,
})
