import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Citation } from '../../../api/catalogue/citations'
import { configQuery } from '../../../api/config'
import { claimSession, useSession } from '../../../session/store'
import { configOf, json, serve, show, userOf } from '../../../testApp'
import { PreferredVersion } from './PreferredVersion'

const citation = { id: 'fever', title: 'Fever', languages: [], obsolete: false } as unknown as Citation
const somali = { value: 'Somali', tag: 'so', name: 'Soomaali', dir: 'ltr', count: 3 }

/** The dialog is loaded as a separate script. */
const lazily = { timeout: 10_000 }

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('a translation request stays open with its note when the sign-in expires, and is sent after the next one', async () => {
  const user = userEvent.setup()
  let signedIn = true
  claimSession('nora')
  useSession.setState({ language: 'so' })
  serve({
    'GET /api/config': () => json(configOf(signedIn), 200, signedIn ? { 'handout-person': 'nora' } : {}),
    'GET /api/user': userOf('nora'),
    'GET /api/languages': () => json([somali]),
    'POST /api/user/translation-requests': () => (signedIn ? json({ added: true }, 201) : json({}, 401)),
  })
  const { client } = show(<PreferredVersion citation={citation} />, 'nora', '/citation/fever')
  await user.click(await screen.findByRole('button', { name: /Request a translation/i }))
  const dialog = within(await screen.findByRole('dialog', {}, lazily))
  await user.type(dialog.getByRole('textbox'), 'For the clinic')
  signedIn = false
  await client.refetchQueries(configQuery)
  expect(await dialog.findByText('Your sign-in has expired.')).toBeTruthy()
  signedIn = true
  await client.refetchQueries(configQuery)
  await waitFor(() => expect(dialog.queryByText('Your sign-in has expired.')).toBeNull())
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox').value).toBe('For the clinic')
  await user.click(dialog.getByRole('button', { name: 'Send request' }))
  expect(await dialog.findByText('Your request was sent.')).toBeTruthy()
})
