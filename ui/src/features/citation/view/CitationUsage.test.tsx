import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { json, serve, show } from '../../../testApp'
import CitationUsage from './CitationUsage'

const none = { view: 0, open: 0, scan: 0, order: 0 }

function open(totals: typeof none, days = 1100) {
  const months = Array.from({ length: 12 }, (_, n) => ({ month: `2026-${n + 1}`, ...none, open: n }))
  serve({ 'GET /api/citations/fever/usage': () => json({ days, totals, months, languages: [] }) })
  return show(
    <>
      <p>The page</p>
      <CitationUsage id="fever" />
    </>,
    'nora',
    '/citation/fever',
  )
}

test('the usage of a citation is shown, with a bar for each month', async () => {
  const { container } = open({ ...none, view: 1204, open: 1, order: 40 })
  const line = await screen.findByText('Used in the last 12 months:')
  expect(line.closest('p')?.textContent).toBe(
    'Used in the last 12 months: 1,204 views, 1 file opened, 40 copies ordered',
  )
  expect(container.querySelectorAll('rect')).toHaveLength(12)
})

test('an unused citation is described as such, without bars', async () => {
  const { container } = open(none)
  expect((await screen.findByText('Used in the last 12 months:')).closest('p')?.textContent).toContain('not at all')
  expect(container.querySelector('svg')).toBeNull()
})
