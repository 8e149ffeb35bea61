import { expect, test } from 'vitest'
import { displayName } from './displayName'

const languages = new Intl.DisplayNames('en-US', { type: 'language' })

test('a code without a name and one that is not well-formed are their own names', () => {
  expect(['es', 'zh-Hans', 'qaa', 'en-x', 'not a tag'].map((code) => displayName(languages, code))).toEqual([
    'Spanish',
    'Simplified Chinese',
    'qaa',
    'en-x',
    'not a tag',
  ])
})
