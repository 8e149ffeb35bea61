import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { chooseScreenLanguage, useScreenLanguage } from '../../../i18n/language'
import { json, serve, show, userOf } from '../../../testApp'
import QrDialog from './QrDialog'

test('on a Spanish page the image of the code names the language in Spanish', async () => {
  serve({
    'GET /api/user': userOf('nora'),
    'GET /api/languages': () => json([{ value: 'Somali', tag: 'so', name: 'Soomaali', dir: 'ltr', count: 1 }]),
  })
  await act(() => chooseScreenLanguage({ tag: 'es', name: 'Español', dir: 'ltr' }))
  show(
    <QrDialog id="c1" title="Fever" lang="Somali" itemNumber={null} url="/so.pdf" onClosed={() => {}} />,
    'nora',
    '/citation/fever',
  )
  expect(await screen.findByRole('img', { name: /Somalí/ })).toBeTruthy()
  act(() => useScreenLanguage.setState({ tag: 'en', texts: null }))
})
