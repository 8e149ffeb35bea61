import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { configOf, serve, showWith } from '../../testApp'
import { VersionLink } from './VersionLink'

const somali = { value: 'Somali', tag: 'so', name: 'Soomaali', dir: 'ltr' as const, count: 1 }

/** Whether the link was followed each time; nothing is fetched. */
let followed: boolean[] = []
const follow = (event: Event) => {
  followed.push(!event.defaultPrevented)
  event.preventDefault()
}

function open(sendBeacon: unknown) {
  vi.stubGlobal('navigator', { ...navigator, sendBeacon })
  followed = []
  window.addEventListener('click', follow)
  serve({})
  const link = <VersionLink language={somali} citation="fever" lang="Somali" url="/so.pdf" title="Fever" />
  showWith(configOf(false), link, '/')
  return screen.getByRole('link')
}

afterEach(() => {
  window.removeEventListener('click', follow)
  vi.unstubAllGlobals()
})

test('opening a file is counted, with the first and the middle button', () => {
  const sendBeacon = vi.fn(() => true)
  const link = open(sendBeacon)
  fireEvent.click(link)
  fireEvent(link, new MouseEvent('auxclick', { bubbles: true, button: 1 }))
  fireEvent(link, new MouseEvent('auxclick', { bubbles: true, button: 2 }))
  const counted = ['/api/usage', JSON.stringify({ citation: 'fever', lang: 'Somali', kind: 'open' })]
  expect(sendBeacon.mock.calls).toEqual([counted, counted])
  expect(followed).toEqual([true])
})

test('the file opens even if the browser cannot report it', () => {
  fireEvent.click(open(undefined))
  expect(followed).toEqual([true])
})
