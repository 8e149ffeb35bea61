// Adds citations for a test, as the administrator who is signed in on the page.
import { expect, type Page } from '@playwright/test'
import type { Citation } from '../../src/api/catalogue/citations'

const day = '2026-01-24T00:00:00.000Z'

/** Adds a complete, orderable citation of the hospital, with the given fields instead of the usual ones. */
export async function addCitation(page: Page, fields: Partial<Citation>): Promise<Citation> {
  const config = await (await page.request.get('/api/config')).json()
  const languages = fields.languages ?? [
    { lang: 'English', ksbgNumber: null, pages: null, url: 'https://files.example.org/english.pdf' },
  ]
  const response = await page.request.post('/api/citations', {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: {
      title: 'A handout',
      authors: ['Ruth Okafor, RN'],
      publisher: { name: config.hospital.name },
      materialFormat: 'Handout',
      keywords: ['asthma'],
      keySubjectHeading: 'Asthma',
      whereToObtain: 'Copy Center',
      tags: [],
      publishDate: day,
      obsolete: false,
      languages,
      revisionDates: languages.map(({ lang }) => ({ lang, revisionDate: day })),
      abstract: 'A short abstract.',
      audience: ['Parents'],
      reviewedBy: 'Mara Lindqvist',
      assessment: 1,
      famReview: 1,
      originator: 'Daniel Weiss, MD',
      deptReviewDate: day,
      ...fields,
    },
  })
  expect(response.status(), await response.text()).toBe(201)
  return (await response.json()) as Citation
}
