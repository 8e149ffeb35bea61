// `node benches/search-quality/through-files.mjs CATALOGUE [BINARY]`: serves the handouts of handouts.txt as two-page
// PDF files, has the link check of a real server read them, and asks the questions that only their second pages answer.

import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readCatalogue } from '../http/catalogues.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const [catalogue, binary = join(root, 'target/debug/handout')] = process.argv.slice(2)
/** A link check requests at most one URL a second from a host, but several hosts at once. */
const HOSTS = 10
/** A word on the first page of every file, and nowhere else. */
const EVERYWHERE = 'zqleaflet'
const FIRST_PAGE = `Family education of the children's hospital. ${EVERYWHERE}
Please read this sheet with your child and keep it. Bring it to each visit.
Call the clinic with questions on weekdays from eight to five. At night ask for the doctor on call.
Interpreters are free of charge. Tell us what you would like to know.`

const handouts = readFileSync(join(root, 'benches/search-quality/handouts.txt'), 'utf8')
  .split('\n## ')
  .slice(1)
  .map((text, n) => {
    const [first, ...lines] = text.split('\n')
    const lang = first.endsWith(' (Spanish)') ? 'Spanish' : 'English'
    return {
      n,
      lang,
      title: first.replace(' (Spanish)', ''),
      page: lines.filter((line) => !line.startsWith('? ')).join('\n'),
      questions: lines.filter((line) => line.startsWith('? ')).map((line) => line.slice(2)),
    }
  })

/** A line of a page, wrapped at the margin. */
const wrapped = (text) => text.split('\n').flatMap((line) => line.match(/.{1,90}(?:\s|$)/g) ?? [])

/** A PDF file with these pages. */
function pdf(pages) {
  const objects = ['<</Type/Catalog/Pages 2 0 R>>', '', '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>']
  const kids = []
  for (const page of pages) {
    const lines = wrapped(page).map((line) => `(${line.trim().replace(/[\\()]/g, '\\$&')}) Tj T*`)
    const content = `BT /F1 11 Tf 14 TL 72 740 Td\n${lines.join('\n')}\nET`
    const number = objects.length + 1
    kids.push(`${number} 0 R`)
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${number + 1} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`,
      `<</Length ${Buffer.byteLength(content, 'latin1')}>>stream\n${content}\nendstream`,
    )
  }
  objects[1] = `<</Type/Pages/Count ${pages.length}/Kids[${kids.join(' ')}]>>`
  let file = '%PDF-1.7\n'
  const offsets = objects.map((object, n) => {
    const offset = Buffer.byteLength(file, 'latin1')
    file += `${n + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = Buffer.byteLength(file, 'latin1')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  file += `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

const files = new Map(handouts.map(({ n, page }) => [`/${n}.pdf`, pdf([FIRST_PAGE, page])]))
const servers = await Promise.all(
  Array.from({ length: HOSTS }, async (_, n) => {
    const server = http.createServer(({ url, method }, response) => {
      const file = files.get(url)
      response.writeHead(file ? 200 : 404, { 'content-type': 'application/pdf', 'content-length': file?.length ?? 0 })
      response.end(method === 'HEAD' ? undefined : file)
    })
    await new Promise((resolve) => server.listen(0, `127.0.0.${n + 1}`, resolve))
    return server
  }),
)
const hosts = servers.map((server) => `${server.address().address}:${server.address().port}`)

const work = mkdtempSync(join(tmpdir(), 'handout-files-'))
const data = join(work, 'data')
const citations = readCatalogue(catalogue)
// Without URLs, so that no request leaves the machine.
for (const citation of citations) for (const version of citation.languages) version.url = null
const ours = handouts.map(({ n, title, lang }) => ({
  ...citations[0],
  id: `handout-${n}`,
  title,
  keywords: ['Leaflet'],
  keySubjectHeading: 'Leaflets',
  tags: [],
  abstract: null,
  languages: [{ lang, ksbgNumber: null, url: `http://${hosts[n % HOSTS]}/${n}.pdf` }],
  revisionDates: [],
}))
writeFileSync(join(work, 'all.jsonl'), [...citations, ...ours].map((citation) => JSON.stringify(citation)).join('\n'))
execFileSync(binary, ['--data', data, 'import', join(work, 'all.jsonl')], { cwd: work, stdio: 'ignore' })

const child = spawn(binary, ['--data', data, '--listen', '127.0.0.1:0'], {
  cwd: work,
  stdio: ['ignore', 'ignore', 'pipe'],
  env: {
    ...process.env,
    HANDOUT_SERVER__RATE_LIMIT: '0',
    HANDOUT_LINKS__CHECK: 'nightly',
    HANDOUT_LINKS__HOUR: '0',
    HANDOUT_LINKS__ALLOW_HOSTS: JSON.stringify(hosts),
    HANDOUT_HANDOUTS__TEXT: 'nightly',
    RUST_LOG: 'handout=info',
  },
})
try {
  const address = await new Promise((resolve, reject) => {
    let log = ''
    child.stderr.on('data', (text) => {
      log += text
      const found = /listening on (http:\/\/[\d.:]+)/.exec(log)
      if (found) resolve(found[1])
    })
    child.once('exit', () => reject(new Error(`the server did not start:\n${log}`)))
  })
  const search = async (q) => {
    const answer = await fetch(`${address}/api/search?q=${encodeURIComponent(q)}`)
    return answer.status === 200 ? (await answer.json()).hits : { found: 0, hit: [] }
  }
  while ((await search(EVERYWHERE)).found < handouts.length) await new Promise((resolve) => setTimeout(resolve, 500))
  const counts = { questions: 0, first: 0, among: 0, said: 0 }
  for (const { n, questions } of handouts) {
    for (const question of questions) {
      const { hit } = await search(question)
      const place = hit.findIndex(({ id }) => id === `citation:handout-${n}`)
      counts.questions++
      counts.first += place === 0
      counts.among += place >= 0 && place < 3
      counts.said += place >= 0 && hit[place].match === 'text'
      if (place !== 0) console.log(`${question}: place ${place + 1}, first is ${hit[0]?.fields.title[0]}`)
    }
  }
  const share = (count) => `${((100 * count) / counts.questions).toFixed(1)} %`
  console.log(`\n| files | questions | first | among 3 | 'Found in the handout' |\n|---|---|---|---|---|`)
  console.log(`| ${handouts.length} | ${counts.questions} | ${share(counts.first)} | ${share(counts.among)} | ${share(counts.said)} |`)
} finally {
  child.removeAllListeners('exit')
  child.kill('SIGTERM')
  for (const server of servers) server.close()
  rmSync(work, { recursive: true, force: true })
}
