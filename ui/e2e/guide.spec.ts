// Every task page of the guide is performed as it is written: each step in order, on the words that it quotes.
import { copyCenter } from './guide/copyCenter'
import { families } from './guide/families'
import { Guide, pageNames, type Scripts, stepsOf } from './guide/guide'
import { catalogue } from './guide/specialists'
import { lists } from './guide/specialistsLists'
import { staff } from './guide/staff'
import { expect, signInOnly, test } from './support/test'

const scripts: Scripts = { ...families, ...staff, ...copyCenter, ...catalogue, ...lists }

test('every page of the guide has a script', () => {
  expect(Object.keys(scripts).sort()).toEqual([...pageNames].sort())
})

for (const name of pageNames) {
  const script = scripts[name]
  if (script === undefined || typeof script === 'string') continue
  test(`the guide: ${name}`, async ({ page, browser, server, files }) => {
    expect(stepsOf(name).length, 'A task has numbered steps').toBeGreaterThan(0)
    if (script.as) await signInOnly(page, script.as)
    const guide = new Guide(page, browser, server, files, name)
    await script.steps(guide)
    guide.end()
  })
}
