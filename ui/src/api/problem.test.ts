import { expect, test } from 'vitest'
import { problemOf } from './problem'

const answer = (status: number, body: string) => new Response(body, { status })

test('a problem keeps its words and the faults of its fields', async () => {
  const body = {
    title: 'Not valid',
    detail: 'Look at the fields.',
    errors: [{ field: 'title', message: 'Title is required.' }],
  }
  const problem = await problemOf(answer(422, JSON.stringify(body)))
  expect(problem).toMatchObject({ status: 422, title: 'Not valid', detail: 'Look at the fields.' })
  expect(problem.fieldErrors).toEqual(body.errors)
})

test('an answer that is no JSON still has words', async () => {
  expect(await problemOf(answer(502, '<html>'))).toMatchObject({ status: 502, title: 'Something went wrong' })
})
