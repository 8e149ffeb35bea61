import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OrderLine } from '../../../api/orders/orders'
import { show } from '../../../testApp'
import { OrderFiles, OrderLines } from './OrderDetailPage'

const file = (digest: string) => ({ digest, url: `https://handouts.example.org/file/fever/en/${digest}` })
const lineOf = (line: number, fields: Partial<OrderLine>) =>
  ({
    line,
    id: 'fever',
    itemNum: `KSBG${line}`,
    lang: 'English',
    title: `Fever ${line}`,
    quantity: 40,
    sent: 0,
    estimate: null,
    printingSpecs: null,
    obsolete: false,
    ...fields,
  }) as unknown as OrderLine

const lines = [
  lineOf(1, { file: file('aa') }),
  lineOf(2, { file: file('aa'), fileNow: file('bb') }),
  lineOf(3, { file: file('aa'), fileNow: null }),
  lineOf(4, { fileNow: file('bb') }),
  lineOf(5, {}),
]

test('each line opens its file as ordered, and says what has changed since', async () => {
  show(<OrderLines lines={lines} estimate={null} />, 'nora')
  const found = (await screen.findAllByRole('row')).slice(1).map((row) => {
    const links = within(row).getAllByRole<HTMLAnchorElement>('link').slice(1)
    const changed = within(row).queryByText(/since the order|any more|has a stored file now/)
    return [...links.map(({ textContent, pathname }) => `${textContent} ${pathname}`), changed?.textContent]
  })
  const suffix = (n: number) => `: Fever ${n}, English (opens in a new tab)`
  expect(found).toEqual([
    [`Open file${suffix(1)} /file/fever/en/aa`, undefined],
    [
      `File as ordered${suffix(2)} /file/fever/en/aa`,
      `Current file${suffix(2)} /file/fever/en/bb`,
      'The file has changed since the order.',
    ],
    [`File as ordered${suffix(3)} /file/fever/en/aa`, 'This handout has no stored file any more.'],
    [
      `Current file${suffix(4)} /file/fever/en/bb`,
      'This handout was a link when it was ordered, and has a stored file now.',
    ],
    [undefined],
  ])
})

const downloads = (given: readonly OrderLine[]) => {
  const { unmount } = show(<OrderFiles number="26-000123" lines={given} />, 'nora')
  const found = screen.queryAllByRole('link').map((link) => `${link.textContent} ${link.getAttribute('href')}`)
  unmount()
  return found
}

test('an order with files offers them for download, those of today where they differ', () => {
  expect(downloads(lines.slice(4))).toEqual([])
  expect(downloads(lines.slice(0, 1))).toEqual(['Download files /api/orders/26-000123/files'])
  expect(downloads(lines)).toEqual([
    'Download files /api/orders/26-000123/files',
    'Download current files /api/orders/26-000123/files?now=true',
  ])
})
