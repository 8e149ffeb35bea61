import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { citationQuery } from '../../../api/catalogue/citations'
import { configOf, json, serve, showWith } from '../../../testApp'
import { useCountedView } from './CitationPage'

function Page() {
  useCountedView('fever')
  return <h1>Fever</h1>
}

test('each navigation to a cached citation is counted; the first page and citations to load are not', async () => {
  const call = 'GET /api/citations/fever'
  const asked = serve({ [call]: () => json(undefined, 304) })
  const views = () =>
    asked
      .filter((one) => one.call === call)
      .map(({ headers }) => [headers.get('handout-view'), headers.get('if-none-match')])
  const { client, go } = showWith(configOf(false), <Page />, '/citation/fever')
  await screen.findByRole('heading', { name: 'Fever' })
  go('/')
  go('/citation/fever')
  expect(views()).toEqual([])
  client.setQueryData<unknown>(citationQuery('fever').queryKey, { citation: {}, etag: '"7"', movedTo: null })
  go('/')
  go('/citation/fever')
  go('/')
  go('/citation/fever')
  expect(views()).toEqual([
    ['true', '"7"'],
    ['true', '"7"'],
  ])
})
