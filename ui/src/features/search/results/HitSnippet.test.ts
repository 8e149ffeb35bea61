import { expect, test } from 'vitest'
import { splitHighlights } from './ResultList'

/** Pieces as one text, found ones in brackets. */
const shown = (marked: string) =>
  splitHighlights(marked)
    .map(({ text, found }) => (found ? `[${text}]` : text))
    .join('')

test.each([
  ['plain words', 'plain words'],
  ['an *asthma* plan', 'an [asthma] plan'],
  ['*asthma*', '[asthma]'],
  ['*two* *words*', '[two] [words]'],
  ['2 \\* 3 *is* six', '2 * 3 [is] six'],
  ['*a \\* b*', '[a * b]'],
  ['a back\\\\slash', 'a back\\slash'],
  ['\\\\*found*', '\\[found]'],
  ['a lone \\ stays', 'a lone \\ stays'],
  ['an open *end', 'an open [end]'],
  ['<b>*x*</b>', '<b>[x]</b>'],
  ['', ''],
])('%s reads %s', (marked, expected) => expect(shown(marked)).toBe(expected))
