import { expect, test } from 'vitest'
import type { OrderLine } from '../../../api/orders/orders'
import { pickingList } from './PrintSheets'

const line = (fields: Partial<OrderLine>): OrderLine => ({
  line: 1,
  id: 'asthma',
  readableId: 'asthma',
  itemNum: 'KSBG2',
  lang: 'Somali',
  title: 'Asthma',
  url: null,
  printingSpecs: null,
  quantity: 10,
  sent: 0,
  obsolete: false,
  pages: null,
  estimate: null,
  ...fields,
})

test('quantities of the same item are summed, with the orders that need them', () => {
  const list = pickingList([
    { number: '26-000001', lines: [line({}), line({ lang: 'English', itemNum: 'KSBG10' })] },
    { number: '26-000002', lines: [line({ quantity: 5 })] },
  ])
  expect(list.map(({ itemNum, quantity, orders }) => [itemNum, quantity, orders])).toEqual([
    [
      'KSBG2',
      15,
      [
        { number: '26-000001', quantity: 10 },
        { number: '26-000002', quantity: 5 },
      ],
    ],
    ['KSBG10', 10, [{ number: '26-000001', quantity: 10 }]],
  ])
})

test('only remaining quantities count', () => {
  const lines = [line({ sent: 10 }), line({ lang: 'English', sent: 4 })]
  expect(pickingList([{ number: '26-000001', lines }]).map(({ lang, quantity }) => [lang, quantity])).toEqual([
    ['English', 6],
  ])
})

test('other printing specs make another item, and items without a number come last', () => {
  const lines = [line({ itemNum: null }), line({}), line({ printingSpecs: 'Color' })]
  expect(
    pickingList([{ number: '26-000001', lines }]).map(({ itemNum, printingSpecs }) => [itemNum, printingSpecs]),
  ).toEqual([
    ['KSBG2', null],
    ['KSBG2', 'Color'],
    [null, null],
  ])
})
