// For component tests: a fake server with the responses of the test, and a screen within router and query cache.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { vi } from 'vitest'
import { type ConfigWithPerson, configQuery } from './api/config'
import type { User } from './api/user'
import { PageRouter } from './lib/PageRouter'
import { navigator } from './lib/pageHistory'

export interface Asked {
  /** Method and path, such as `POST /api/user/order`. */
  call: string
  body: unknown
  headers: Headers
}

type Answer = (asked: Asked) => Response

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { 'content-type': status < 400 ? 'application/json' : 'application/problem+json', ...headers },
  })

/** A call that gets no response. */
export const noAnswer: Answer = () => {
  throw new TypeError('Failed to fetch')
}

/** Responds to calls by method and path, to all others with an empty list. Returns the calls. */
export function serve(answers: Record<string, Answer>): Asked[] {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    const call = `${method} ${path.split('?')[0]}`
    const request = {
      call,
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
      headers: new Headers(headers),
    }
    asked.push(request)
    return (answers[call] ?? (() => json([])))(request)
  })
  return asked
}

export const configOf = (signedIn: boolean) => ({
  version: '1',
  hospital: { name: "Children's", itemNumberLabel: "Children's Item Number", email: null, orderEmail: null },
  links: { serviceDesk: null, translation: null, createMaterials: null, healthLiteracy: null, dashboard: null },
  publicUrl: 'https://handouts.example.org',
  screenLanguages: [
    { tag: 'en', name: 'English', dir: 'ltr' },
    { tag: 'es', name: 'Español', dir: 'ltr' },
  ],
  files: {
    maxMb: 50,
    types: [
      { type: 'application/pdf', extensions: ['pdf'] },
      { type: 'image/jpeg', extensions: ['jpg', 'jpeg'] },
      { type: 'audio/mpeg', extensions: ['mp3'] },
    ],
  },
  elsewhere: [] as { name: string; url: string }[],
  signIn: { available: true, signedIn, url: null },
  replica: null,
})

/** The configuration of a replica. */
export const replicaConfigOf = (replica: { ageSeconds: number; stale: boolean }) => ({
  ...configOf(false),
  signIn: { available: true, signedIn: false, url: 'https://primary.example.org/login' },
  replica: { primaryUrl: 'https://primary.example.org', ...replica },
})

/** `GET /api/user` of somebody with this session. */
export const userOf =
  (person: string, session: User['session'] = { favorites: [], order: [] }): Answer =>
  () =>
    json(
      {
        admin: true,
        session,
        searches: [],
        profile: { given_name: 'Nora', family_name: 'Vance', email: 'Nora@example.org' },
      },
      200,
      { 'handout-person': person },
    )

/** Shows an element at a path, signed in as `person`. */
export const show = (element: ReactElement, person: string, path = '/form') =>
  showWith({ ...configOf(true), person }, element, path)

/** Shows an element at a path, on a server with this configuration. */
export function showWith(config: ConfigWithPerson, element: ReactElement, path: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(configQuery.queryKey, config)
  navigator.replace(path)
  const routes = [
    { path: new URL(path, window.location.origin).pathname, element },
    { path: '*', element: <h1>Another screen</h1> },
  ]
  const view = render(
    <QueryClientProvider client={client}>
      <PageRouter routes={routes} />
    </QueryClientProvider>,
  )
  /** Goes to another address, as a link does. */
  const go = (to: string) => act(() => navigator.push(to))
  return { ...view, client, go }
}
