import { expect, test } from 'vitest'
import { paragraphsOf } from './Abstract'

test('each line of an abstract is a paragraph; empty ones are none', () =>
  expect(paragraphsOf('What is it?\n\n It is common. \r\n\nSee a doctor.\n')).toEqual([
    'What is it?',
    'It is common.',
    'See a doctor.',
  ]))
