import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { json, noAnswer, serve, show, userOf } from '../../testApp'
import OverviewPage from './OverviewPage'

const numbers = {
  reviewsOverdue: 1204,
  reportsOpen: 4,
  filesInaccessible: 40,
  linksBroken: 0,
  translationsMissing: 7,
  searchesWithoutResult: 3,
  incomplete: 0,
  duplicates: 2,
  packetsWithObsolete: 3,
  ordersOpen: 5,
  ordersLate: 1,
  mailsRefused: 2,
}
const language = (value: string, tag: string, count: number) => ({ value, tag, count, name: value, dir: 'ltr' })
const languages = [language('English', 'en', 9), language('Spanish', 'es', 4), language('Somali', 'so', 1)]

function open(answers: Parameters<typeof serve>[0] = {}) {
  const asked = serve({
    'GET /api/user': userOf('nora'),
    'GET /api/languages': () => json(languages),
    'GET /api/system/overview': () => json(numbers),
    ...answers,
  })
  show(<OverviewPage />, 'nora', '/overview')
  return { user: userEvent.setup(), asked }
}

/** The rows with numbers, without the links to screens below them. */
const numberRows = () =>
  screen
    .getAllByRole('list')
    .filter((list) => !list.hasAttribute('aria-label'))
    .flatMap((list) => within(list).getAllByRole('link'))

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

test('every group is named by its heading', async () => {
  open()
  for (const name of ['Catalogue', 'Words and languages', 'Orders and jobs']) {
    expect(await screen.findByRole('region', { name })).toBeTruthy()
  }
})

test('every number links to its list, and zero is shown as a word', async () => {
  open()
  expect(await screen.findByText('1,204')).toBeTruthy()
  const rows = numberRows().map((link) => [link.textContent, link.getAttribute('href')])
  const incomplete = encodeURIComponent(btoa('[{"incomplete":"any"}]'))
  expect(rows).toEqual([
    ['Overdue reviews1,204Handouts past their due date', '/review'],
    ['Problem reports4Open reports about handouts and packets', '/reports'],
    ['Broken linksNoneURLs of files that are gone or do not respond', '/links'],
    ['Inaccessible files40Files that lack what people who use screen readers need', '/accessibility?finding=failures'],
    ['Incomplete handoutsNoneHandouts without a required value', `/search?filters=${incomplete}`],
    ['Duplicates2Groups with the same title, item number or URL', '/duplicates'],
    [
      'Packets with obsolete handouts3Published packets; families see the replacement, or the obsolete handout',
      '/packets?obsolete=true',
    ],
    ['Missing in Spanish7Handouts without a version in this language', '/translations?lang=es&state=missing'],
    ['Searches that found nothing3Or only some words; searched three times or more in 90 days', '/search_insight'],
    ['Late orders1Open, and required before today', '/orders?late=true'],
    ['Open orders5Neither sent nor cancelled', '/orders'],
  ])
  const screens = within(screen.getByRole('list', { name: 'More: Words and languages' })).getAllByRole('link')
  expect(screens.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Manage Lookups', '/manage_lookups'],
    ['Synonyms', '/manage_lookups?category=synonyms'],
    ['Promoted results', '/manage_lookups?category=promotions'],
    ['Translations', '/translations'],
  ])
})

test('refused mails are counted without a link', async () => {
  open()
  await screen.findByText('1,204')
  const row = screen.getByText('Refused mails').closest('li')
  expect(row?.textContent).toBe(
    'Refused mails2Not sent, because the mail server refused them; its answer is in the log',
  )
  expect(row?.querySelector('a')).toBeNull()
})

test('without a target language there is no row for translations', async () => {
  open({ 'GET /api/languages': () => json([language('English', 'en', 9)]) })
  await screen.findByText('1,204')
  expect(screen.queryByRole('link', { name: /^Missing in/ })).toBeNull()
  expect(numberRows()).toHaveLength(10)
})

test('a failure is reported and can be retried', async () => {
  let fails = true
  const { user } = open({
    'GET /api/system/overview': (asked) => (fails ? noAnswer(asked) : json(numbers)),
  })
  await screen.findByText('The numbers could not be loaded.')
  expect(screen.queryAllByRole('link')).toEqual([])
  fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('1,204')
  expect(screen.queryByText('The numbers could not be loaded.')).toBeNull()
})
