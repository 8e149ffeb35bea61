// Handouts to upload: small files of several types, chosen, dropped or stored over HTTP.
import { expect, type Locator, type Page } from '@playwright/test'
import type { UploadedFile } from '../../src/api/catalogue/fileChanges'

/** A file as Playwright's file chooser takes it. */
export interface Handout {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A PDF whose pages show these lines. */
export function pdfOf(name: string, pages: readonly string[]): Handout {
  const kids = pages.map((_, n) => `${4 + 2 * n} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((line, n) => {
      const content = `BT /F1 24 Tf 72 700 Td (${line}) Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * n} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, n) => {
    const offset = text.length
    text += `${n + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.lastIndexOf('xref\n0')}\n%%EOF\n`
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(text, 'latin1') }
}

/** Stores a file as the administrator who is signed in on the page. */
export async function storeFile(page: Page, { name, buffer }: Handout): Promise<UploadedFile> {
  const response = await page.request.post(`/api/files?${new URLSearchParams({ name })}`, {
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/octet-stream' },
    data: buffer,
  })
  expect([200, 201], await response.text()).toContain(response.status())
  return (await response.json()) as UploadedFile
}

/** The file of a row of the citation form. */
export const fileOf = (page: Page, row: number) =>
  page.getByRole('group', { name: new RegExp(`^File \\(row ${row}\\b`) })

/** Presses the button that chooses a file for a row, and chooses this one, or the one at this path. */
export async function chooseFile(page: Page, row: number, file: Handout | string) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    fileOf(page, row)
      .getByRole('button', { name: /^(Choose file|Replace file|Upload again)/ })
      .click(),
  ])
  await chooser.setFiles(file)
}

/** Drops or pastes files on an element. */
export async function bring(target: Locator, event: 'drop' | 'paste', files: readonly Handout[]) {
  const given = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, content: buffer.toString('base64') }))
  await target.evaluate(
    (element, { event, given }) => {
      const data = new DataTransfer()
      for (const { name, mimeType, content } of given) {
        const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
        data.items.add(new File([bytes], name, { type: mimeType }))
      }
      const options = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        event === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: data })
          : new ClipboardEvent('paste', { ...options, clipboardData: data }),
      )
    },
    { event, given },
  )
}
