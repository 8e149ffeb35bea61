// The router and the server have the same screens: a screen that only one of them has cannot be opened by its URL.
import { readFileSync } from 'node:fs'
import { matchRoutes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { routes } from '../app/routes'
import { patterns } from '../paths'

const server = readFileSync('../src/web/addresses.rs', 'utf8')

/** The addresses in a list of `addresses.rs`. */
const listed = (name: string) =>
  [...(new RegExp(`const ${name}:[^=]*= \\[([^\\]]*)\\]`).exec(server)?.[1] ?? '').matchAll(/"(\/[^"]*)"/g)].flatMap(
    (found) => found[1] ?? [],
  )

/** The screens of the server; those of a citation, of a packet and of their list have routes of their own. */
const screens = ['SEARCH', 'SCREENS'].flatMap(listed).concat('/citation/{id}', '/packets', '/packet/{id}')

/** An address of a pattern of the router or the server. */
const example = (pattern: string) => pattern.replace(/:\w+|\{\w+\}|\*/g, 'x1')

const isServerScreen = (address: string) =>
  screens.some((screen) => new RegExp(`^${screen.replace(/\{\w+\}/g, '[^/]+')}$`).test(address))

test('every screen of the server has a route', () => {
  expect(screens.length).toBeGreaterThan(25)
  const isUnknown = (screen: string) => (matchRoutes(routes, example(screen)) ?? []).at(-1)?.route.path === '*'
  expect(screens.filter(isUnknown)).toEqual([])
  expect(isUnknown('/absent')).toBe(true)
})

test('every path of the router is a screen of the server', () => {
  // The server redirects from item numbers; the router has only the page of unknown ones.
  const paths = Object.values(patterns).filter((pattern) => pattern !== patterns.itemNumber)
  expect(paths.filter((pattern) => !isServerScreen(example(pattern)))).toEqual([])
  expect(isServerScreen('/absent')).toBe(false)
})
