import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { json, serve } from '../../../testApp'
import { citationWith } from '../citation.fixture'
import { edit, row, save, status, stored, usual, version, withFile } from './fileForm.fixture'

beforeEach(() => {
  localStorage.clear()
  vi.spyOn(console, 'error').mockImplementation(() => {})

  serve(usual)
})

test('a link of the saved citation is stored, and other changes stay', async () => {
  const user = userEvent.setup()
  const url = 'https://x.example.org/a.pdf'
  const newest = citationWith({ languages: [withFile('English', stored('a'), { pages: 2 })] })
  const asked = serve({
    ...usual,
    'POST /api/citations/c1/store': () => json(newest, 200, { etag: '"2"' }),
    'PUT /api/citations/c1': () => json(newest),
  })
  edit(citationWith({ languages: [version('English', { url })] }))
  await user.type(screen.getByLabelText('Notes'), 'Mine')
  await user.click(row(1).getByRole('button', { name: /^Store here/ }))
  expect(await row(1).findByRole('link', { name: /^a\.pdf/ })).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Replace file (row 1: English)')
  expect(status()).toContain('A copy of the linked file is saved here now.')
  await save(user)
  await screen.findByText('Your citation has been updated.')
  const [store, put] = asked.filter(({ call }) => !call.startsWith('GET'))
  expect([store?.body, store?.headers.get('if-match'), put?.headers.get('if-match')]).toEqual([{ url }, '"1"', '"2"'])
  expect(put?.body).toMatchObject({ notes: 'Mine', languages: [{ file: { digest: stored('a').digest } }] })
})

test('storing a link leaves the focus where the person has moved it', async () => {
  const user = userEvent.setup()
  let store = () => {}
  const isStored = new Promise<void>((resolve) => {
    store = resolve
  })
  const newest = citationWith({ languages: [withFile('English', stored('a')), version('Spanish')] })
  const url = 'https://x.example.org/a.pdf'
  serve(usual)
  const others = fetch
  vi.stubGlobal('fetch', async (path: string, request?: RequestInit) => {
    if (!path.endsWith('/store')) return others(path, request)
    await isStored
    return json(newest, 200, { etag: '"2"' })
  })
  edit(citationWith({ languages: [version('English', { url }), version('Spanish')] }))
  await user.click(row(1).getByRole('button', { name: /^Store here/ }))
  const pages = () => screen.getByLabelText(/^Pages \(row 2/)
  await user.click(pages())
  store()
  expect(await screen.findByRole('link', { name: /^a\.pdf/ })).toBeTruthy()
  expect(document.activeElement).toBe(pages())
})

test('a link that is not stored stays, with the reason', async () => {
  const user = userEvent.setup()
  serve({
    ...usual,
    'POST /api/citations/c1/store': () => json({ detail: 'The link leads to a sign-in page.' }, 422),
  })
  edit(citationWith({ languages: [version('English', { url: 'https://x.example.org/a.pdf' })] }))
  await user.click(row(1).getByRole('button', { name: /^Store here/ }))
  expect((await row(1).findByRole('alert')).textContent).toContain('The link leads to a sign-in page.')
  // A link that is not saved yet has nothing to store.
  await user.type(row(1).getByLabelText(/^URL/), 'b')
  expect(row(1).queryByRole('button', { name: /^Store here/ })).toBeNull()
})
