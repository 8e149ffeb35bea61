import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ErrorBoundary, lazyPart } from '../../lib/page/lazyPart'
import { configOf, noAnswer, serve, showWith } from '../../testApp'
import { screenFailure } from './ScreenFailure'

beforeEach(() => {
  vi.restoreAllMocks()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

/** What shows whether the server can be reached. */
const healthz = 'GET /healthz'

/** A screen whose script cannot be loaded at first. */
function open() {
  const network = { isOn: false, hasScript: false, loads: 0 }
  const Screen = lazyPart(async () => {
    network.loads += 1
    if (!network.hasScript) throw new TypeError('Failed to fetch dynamically imported module')
    return { default: () => <h1>The screen</h1> }
  })
  serve({ [healthz]: (asked) => (network.isOn ? new Response('ok\n') : noAnswer(asked)) })
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
  showWith(
    configOf(false),
    <ErrorBoundary fallback={screenFailure}>
      <Suspense>
        <Screen />
      </Suspense>
    </ErrorBoundary>,
    '/overview',
  )
  return { network, reload, user: userEvent.setup() }
}
const retry = () => screen.findByRole('button', { name: 'Try again' })

test('a screen that cannot be loaded names the connection, and is tried again without leaving the app', async () => {
  const { network, reload, user } = open()
  await screen.findByRole('heading', { name: 'This page could not be loaded' })
  expect((await screen.findByRole('alert')).textContent).toContain('The server could not be reached.')
  for (const loads of [2, 3]) {
    await user.click(await retry())
    await vi.waitFor(() => expect(network.loads).toBe(loads))
    await retry()
  }
  expect(reload).not.toHaveBeenCalled()
})

test('a script of an earlier version is named as such, and one press loads the new version', async () => {
  const { network, reload, user } = open()
  network.isOn = true
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain('There is a new version of the catalogue')
  expect(notice.textContent).toContain('What you typed is kept')
  expect(notice.textContent).not.toContain('connection')
  await user.click(screen.getByRole('button', { name: 'Load the new version' }))
  expect(reload).toHaveBeenCalledTimes(1)
})

test('a screen that is loaded the second time is shown', async () => {
  const { network, reload, user } = open()
  await retry()
  network.hasScript = true
  await user.click(await retry())
  await screen.findByRole('heading', { name: 'The screen' })
  expect(reload).not.toHaveBeenCalled()
})
