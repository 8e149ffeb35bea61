import { beforeEach, expect, test } from 'vitest'
import { addToOrder, toggleFavorite, useSession } from './store'

beforeEach(() => useSession.setState({ favorites: [], order: [] }))

test('favorites are toggled by ID and sorted by title', () => {
  toggleFavorite({ id: '1', title: 'sleep' })
  toggleFavorite({ id: '2', title: 'Asthma' })
  expect(useSession.getState().favorites.map(({ title }) => title)).toEqual(['Asthma', 'sleep'])
  toggleFavorite({ id: '1', title: 'sleep' })
  expect(useSession.getState().favorites.map(({ id }) => id)).toEqual(['2'])
})

test('ordering the same language again raises its quantity, another language is a separate line', () => {
  const item = {
    id: '1',
    itemNum: 'KSBG1',
    lang: 'English',
    readableId: 'a',
    title: 'A',
    url: null,
    printingSpecs: null,
  }
  addToOrder(item)
  addToOrder(item)
  addToOrder({ ...item, lang: 'Spanish' })
  expect(useSession.getState().order.map(({ lang, quantity }) => [lang, quantity])).toEqual([
    ['English', 2],
    ['Spanish', 1],
  ])
  expect(JSON.parse(localStorage.getItem('session') ?? '{}')).toMatchObject({
    state: { order: [{ quantity: 2 }, { quantity: 1 }] },
  })
})
