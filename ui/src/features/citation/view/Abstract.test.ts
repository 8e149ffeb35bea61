import { expect, test } from 'vitest'
import { isLongOnPaper, splitParagraphs } from './Abstract'

test('each line of an abstract is a paragraph; empty lines are omitted', () =>
  expect(splitParagraphs('What is it?\n\n It is common. \r\n\nSee a doctor.\n')).toEqual([
    'What is it?',
    'It is common.',
    'See a doctor.',
  ]))

test.each([
  [9, 10, false],
  [10, 10, true],
  [10, 11, true],
  [14, 8, false],
  [29, 1, false],
  [30, 1, true],
])('%i lines in %i languages are long on paper: %s', (lines, languages, expected) =>
  expect(isLongOnPaper('A line.\n'.repeat(lines), languages)).toBe(expected),
)
