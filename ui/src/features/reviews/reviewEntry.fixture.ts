// A citation of the list, for tests.
import type { ReviewEntry } from '../../api/maintenance/reviews'

export const reviewEntry = (given: Partial<ReviewEntry>): ReviewEntry => ({
  id: 'fever',
  readableId: given.id ?? 'fever',
  title: `Handout ${given.id ?? 'fever'}`,
  department: 'Surgery',
  reviewer: 'Ada Byron',
  languages: [{ lang: 'English', url: 'https://files.example.org/fever.pdf' }],
  deptReviewDate: '2020-01-31T00:00:00.000Z',
  dueOn: '2023-01-31T00:00:00.000Z',
  state: 'overdue',
  etag: '"0-1"',
  ...given,
})
