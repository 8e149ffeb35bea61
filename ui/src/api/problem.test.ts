import { expect, test } from 'vitest'
import { asProblem, parseProblem } from './problem'

const answer = (status: number, body: object | string) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })

test('a rejected call has its detail and the errors of its fields', async () => {
  const body = {
    title: 'Unprocessable Entity',
    detail: 'Check the fields.',
    errors: [{ field: 'title', message: 'Title is required.' }],
  }
  const problem = await parseProblem(answer(422, body))
  expect(problem).toMatchObject({ status: 422, title: 'Something has to be corrected', detail: 'Check the fields.' })
  expect(problem.fieldErrors).toEqual(body.errors)
})

test.each([
  [400, { title: 'Bad Request', detail: 'fq: expected a field' }, 'The server could not read this request'],
  [400, { title: 'Bad Request', detail: 'start: expected a number' }, 'The server could not read this request'],
  [401, { title: 'Unauthorized', detail: 'Sign in first.' }, 'Your sign-in expired'],
  [404, { title: 'Not Found', detail: "There is no citation 'x'." }, 'This was not found'],
  [500, { title: 'Internal Server Error', detail: 'Something failed.' }, 'The server has a problem'],
  [502, '<html>', 'The server has a problem'],
  [503, { title: 'Service Unavailable' }, 'The server has a problem'],
  [418, {}, 'Something went wrong'],
])('a %s is described in plain words', async (status, body, title) => {
  const { text } = await parseProblem(answer(status, body))
  expect(text).toMatch(new RegExp(`^${title}\\. [A-Z].*\\.$`))
  expect(text).not.toMatch(/Bad Request|Internal Server Error|fq:|start:|Unauthorized|Not Found/)
})

test('the problem of a replica has its own detail', async () => {
  const detail = 'This server is for reading. Please go to https://primary.example.org.'
  const primary = 'https://primary.example.org'
  const problem = await parseProblem(answer(503, { title: 'Service Unavailable', detail, primary }))
  expect(problem).toMatchObject({ status: 503, text: detail, primary })
  expect((await parseProblem(answer(503, { title: 'Service Unavailable', detail }))).primary).toBeUndefined()
})

test('the error of a file is shown', async () => {
  const problem = await parseProblem(answer(400, { title: 'Bad Request', detail: 'Line 3 is not JSON.' }))
  expect(problem.detail).toBe('Line 3 is not JSON.')
})

test('an error of the screens is not reported as a lost connection', () => {
  expect(asProblem(new TypeError('x is undefined')).title).toBe('Something went wrong')
})
