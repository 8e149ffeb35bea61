// Files for many handouts: chosen or dropped, matched by name, seen before anything is sent, then sent with a report.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addCitation } from '../support/citations'
import { bring, type Handout, pdfOf } from '../support/files'
import { press, tabTo } from '../support/keyboard'
import { expectFit } from '../support/layout'
import { expect, expectAccessible, signInOnly, test } from '../support/test'

let made = 0
const unique = () => `Zf${Date.now()}x${process.pid}x${made++}`

async function chooseFiles(page: Page, files: readonly Handout[]) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose files' }).click(),
  ])
  await chooser.setFiles([...files])
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** Two handouts of the same title, and one with versions in two languages. */
async function withHandouts(page: Page) {
  await signInOnly(page, 'education-admin')
  const word = unique()
  const version = (lang: string, ksbgNumber: string | null, url: string | null = null) => ({
    lang,
    ksbgNumber,
    pages: null,
    url,
  })
  const asthma = await addCitation(page, {
    title: `${word} Asthma & school`,
    languages: [version('English', `${word}1`), version('Spanish', `${word}1S`), version('Arabic', null)] as never,
  })
  const linked = await addCitation(page, {
    title: `${word} Linked`,
    languages: [version('English', `${word}2`, 'https://files.example.org/linked.pdf')] as never,
  })
  await addCitation(page, { title: `${word} Twice`, languages: [version('English', `${word}3`)] as never })
  const twice = await addCitation(page, {
    title: `${word} twice!`,
    languages: [version('English', `${word}4`)] as never,
  })
  await page.goto('/import_export')
  return { word, asthma, linked, twice }
}

test('files are matched, decided about, sent and listed in a report', { tag: ['@phone', '@only-phone'] }, async ({
  page,
}) => {
  test.slow()
  const { word, asthma, linked, twice } = await withHandouts(page)
  const pdf = (name: string, text: string) => pdfOf(name, [`${word} ${text}`])
  const spanish = pdf(`${word} Asthma and school_es FINAL v2.pdf`.normalize('NFD'), 'es')
  await chooseFiles(page, [
    pdf(`${word}1.pdf`, 'en'),
    spanish,
    { ...spanish, name: `copy of ${word} ASTHMA & SCHOOL (Spanish).pdf` },
    pdf(`${word} Asthma & school - العربية.pdf`, 'ar'),
    pdf(`${word}2 final.pdf`, 'linked'),
    pdf(`${word} Twice.pdf`, 'twice'),
    pdf(`${word} a title that no handout of this hospital has ${'and that is very long '.repeat(6)}.pdf`, 'none'),
    { name: 'Thumbs.db', mimeType: 'application/octet-stream', buffer: Buffer.from('x') },
    { ...spanish, name: `${word}3.pdf`, buffer: Buffer.alloc(0) },
  ])
  await expect(page.getByRole('heading', { level: 3, name: 'Where each file goes' })).toBeFocused()
  await expect(page.getByText('8 files: 3 to send, 1 to decide, 3 left out.')).toBeVisible()
  await expect(
    page.getByText(
      /^1 file has the same content as another and is not sent\. 1 file is ignored: .*Nothing has been sent yet\.$/,
    ),
  ).toBeVisible()
  await expect(row(page, `copy of ${word}`)).toContainText('The same content as')
  await expect(row(page, `${word}2 final.pdf`)).toContainText('The version has a link.')
  await expect(row(page, `${word}3.pdf`)).toContainText('Empty.')
  await expectAccessible(page)
  await expectFit(page)

  const open = row(page, `${word} Twice.pdf`).getByRole('combobox')
  await open.selectOption(`${word} twice!, English`)
  await page.getByRole('checkbox', { name: 'Replace the link or file that 1 version has' }).check()
  await expect(page.getByText('8 files: 5 to send, 0 to decide, 2 left out.')).toBeVisible()
  await page.getByRole('button', { name: 'Send 5 files' }).click()
  await expect(page.getByText('4 attached, 1 replaced, 0 unchanged, 2 left out, 0 failed.')).toBeVisible()
  await expectAccessible(page)
  const file = async (id: string, lang: string) => {
    const { languages } = await (await page.request.get(`/api/citations/${id}`)).json()
    return languages.find((one: { lang: string }) => one.lang === lang).file?.name
  }
  expect(await file(asthma.id, 'English')).toBe(`${word}1.pdf`)
  expect(await file(asthma.id, 'Spanish')).toBe(`${word} Asthma and school_es FINAL v2.pdf`)
  expect(await file(asthma.id, 'Arabic')).toBe(`${word} Asthma & school - العربية.pdf`)
  expect(await file(linked.id, 'English')).toBe(`${word}2 final.pdf`)
  expect(await file(twice.id, 'English')).toBe(`${word} Twice.pdf`)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the result as CSV' }).click(),
  ])
  const report = await readFile((await download.path()) ?? '', 'utf8')
  expect(report.split('\r\n')[0]?.replace('\uFEFF', '')).toBe('File,Result,Reason,Handout,Title,Language,Candidates')
  expect(report).toContain(`${word}2 final.pdf,replaced`)

  // Chosen again, nothing is attached twice.
  await page.getByRole('button', { name: 'Choose other files' }).click()
  await chooseFiles(page, [pdf(`${word}1.pdf`, 'en')])
  await page.getByRole('checkbox', { name: /^Replace the link or file/ }).check()
  await page.getByRole('button', { name: 'Send 1 file' }).click()
  await expect(page.getByText('0 attached, 0 replaced, 1 unchanged, 0 left out, 0 failed.')).toBeVisible()
})

test('files are dropped anywhere on the page, and everything else is done by keyboard', async ({ page }) => {
  const { word } = await withHandouts(page)
  await expect(page.getByText('Drop files or a folder anywhere on this page, or:')).toBeVisible()
  await bring(page.getByRole('heading', { level: 1 }), 'drop', [
    pdfOf(`${word}1.pdf`, [`${word} en`]),
    pdfOf(`${word} Twice.pdf`, [`${word} twice`]),
  ])
  await expect(page.getByText('2 files: 1 to send, 1 to decide, 0 left out.')).toBeVisible()
  await tabTo(page, row(page, `${word} Twice.pdf`).getByRole('combobox'))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByText('2 files: 2 to send, 0 to decide, 0 left out.')).toBeVisible()
  await press(page, page.getByRole('button', { name: 'Send 2 files' }))
  await expect(page.getByText('2 attached, 0 replaced, 0 unchanged, 0 left out, 0 failed.')).toBeVisible()
})
