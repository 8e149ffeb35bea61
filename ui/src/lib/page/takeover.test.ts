import { render } from '@testing-library/react'
import { createElement } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { notePresses, replacePage, takeLeftText } from './takeover'

const page = (html: string) => {
  const root = document.createElement('div')
  root.innerHTML = html
  return root
}

const served = '<input id="search-text" value="asthma"><a href="/a">Read</a><a href="/a">Read</a><a href="/b">More</a>'
const screens = '<input id="box"><button>New</button><a href="/a">Read</a><a href="/a">Read</a><button>More</button>'

describe('the screens that replace the page', () => {
  let before: HTMLElement
  let after: HTMLElement
  const box = () => before.querySelector('input') as HTMLInputElement
  const take = () => replacePage(before, after)()

  beforeEach(() => {
    document.body.innerHTML = ''
    before = page(served)
    after = page(screens)
    document.body.append(before)
    takeLeftText()
  })

  it('are at the position of the page', () => {
    take()
    expect([...document.body.children]).toEqual([after])
    expect(takeLeftText()).toBeNull()
  })

  it('get the typed text with the caret, once', () => {
    box().focus()
    box().value = 'asthma plan'
    box().setSelectionRange(2, 4)
    take()
    expect(takeLeftText()).toEqual({ text: 'asthma plan', selection: [2, 4] })
    expect(takeLeftText()).toBeNull()
  })

  it('get a text that was typed before the focus moved on', () => {
    box().value = 'croup'
    take()
    expect(takeLeftText()).toEqual({ text: 'croup', selection: null })
  })

  it('keep the focus on the same one of several equal links', () => {
    before.querySelectorAll('a')[1]?.focus()
    take()
    expect(document.activeElement).toBe(after.querySelectorAll('a')[1])
  })

  it('receive a click on a button that was recorded before', () => {
    before.append(Object.assign(document.createElement('button'), { type: 'button', textContent: 'New' }))
    notePresses(before)
    const pressed: unknown[] = []
    after.addEventListener('click', ({ target }) => pressed.push(target))
    before.querySelector('button')?.click()
    take()
    expect(pressed).toEqual([after.querySelector('button')])
  })

  it('get what was typed and chosen elsewhere, and nothing that was left as it was', () => {
    const fields = '<select id="language"><option value="">None<option value="es">Spanish</select>'
    before = page(`${fields}<input id="words" value="a"><input id="same" value="b">`)
    document.body.replaceChildren(before)
    const changes: string[] = []
    const onChange = ({ target }: { target: { id: string; value: string } }) =>
      changes.push(`${target.id} ${target.value}`)
    const options = ['', 'es'].map((value) => createElement('option', { key: value, value }))
    const { container } = render(
      createElement('div', {}, [
        createElement('select', { key: 1, id: 'language', value: '', onChange }, options),
        createElement('input', { key: 2, id: 'words', value: 'a', onChange }),
        createElement('input', { key: 3, id: 'same', value: 'c', onChange }),
      ]),
    )
    for (const [id, value] of [
      ['language', 'es'],
      ['words', 'asthma'],
    ] as const) {
      const field = before.querySelector<HTMLInputElement>(`#${id}`)
      if (field) field.value = value
    }
    replacePage(before, container)()
    expect(changes).toEqual(['language es', 'words asthma'])
  })

  it('lose the focus only if the control no longer exists', () => {
    before.querySelectorAll('a')[2]?.focus()
    take()
    expect(document.activeElement).toBe(document.body)
  })
})
