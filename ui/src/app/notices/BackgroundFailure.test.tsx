import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { endFailure, showFailure } from '../../lib/page/backgroundFailure'
import { configOf, json, noAnswer, serve, showWith } from '../../testApp'
import { BackgroundFailure } from './ScreenFailure'

afterEach(() => endFailure('part'))

const script = `${window.location.origin}/assets/Dialog-1A2B.js`
const missing = new Error(`TypeError: Failed to fetch dynamically imported module: ${script}`)
const call = `GET ${script}`

test('a part of an earlier version is named as such, and one press loads the new version', async () => {
  serve({ [call]: () => json(undefined, 404) })
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  showWith(configOf(false), <BackgroundFailure />, '/')
  showFailure('part', missing)
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Load the new version' }))
  expect(reload).toHaveBeenCalledTimes(1)
  const line = screen.getByRole('status').textContent
  expect(line).toContain('There is a new version of the catalogue')
  expect(line).not.toContain('connection')
})

test.each([
  ['that can be loaded by now', () => json([])],
  ['without a connection', noAnswer],
])('a part %s is not of an earlier version', async (_, answer) => {
  const asked = serve({ [call]: answer })
  showWith(configOf(false), <BackgroundFailure />, '/')
  showFailure('part', missing)
  await vi.waitFor(() => expect(asked.some((one) => one.call === call)).toBe(true))
  expect(screen.getByRole('status').textContent).toContain('Check your connection')
  expect(screen.queryByRole('button', { name: 'Load the new version' })).toBeNull()
})
