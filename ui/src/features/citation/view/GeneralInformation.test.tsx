import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Citation } from '../../../api/catalogue/citations'
import { configOf, showWith } from '../../../testApp'
import { GeneralInformation } from './CitationView'

const citation = {
  authors: ['Ruth'],
  keywords: [],
  audience: [],
  codes: [
    { system: 'icd10cm', code: 'J45.909', display: 'Asthma, unspecified' },
    { system: 'loinc', code: '4548-4', display: null },
  ],
} as unknown as Citation

const open = (signedIn: boolean) =>
  showWith({ ...configOf(signedIn), person: undefined }, <GeneralInformation citation={citation} />, '/citation/c1')

test('staff see the codes with what they mean', async () => {
  open(true)
  await screen.findByText('Codes')
  const codes = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(codes).toEqual(['ICD-10-CM J45.909 Asthma, unspecified', 'LOINC 4548-4'])
})

test('families do not', async () => {
  open(false)
  await screen.findByText('Ruth')
  expect(screen.queryByText('Codes')).toBeNull()
})
