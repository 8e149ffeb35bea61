// An order of the list, for tests.
import type { QueueEntry } from '../../../api/orders/copyCenter'

export const orderEntry = (fields: Partial<QueueEntry> = {}): QueueEntry => ({
  id: `id-${fields.number ?? '1'}`,
  number: '26-000001',
  state: 'received',
  version: 1,
  dateOfOrder: '2026-01-05',
  dateRequired: '2026-01-12',
  name: 'Nora Vance',
  department: 'Asthma Clinic',
  mailStop: 'MB 12',
  costCenter: '1234',
  lines: 1,
  pieces: 40,
  late: false,
  ...fields,
})
