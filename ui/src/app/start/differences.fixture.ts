// How the screens differ from the server's pages on purpose, each with its reason. Everything else is the same, which
// fixtures.test.ts compares.

type Change = (root: Element) => void

interface Difference {
  why: string
  server?: Change[]
  screens?: Change[]
}

const on =
  (selector: string, change: (element: Element) => void): Change =>
  (root) => {
    for (const element of root.querySelectorAll(selector)) change(element)
  }

/** Selects the elements with a class of a CSS module. */
const ofClass = (name: string) => `[class~="${name}"]`

const remove = (element: Element) => element.remove()

const empty = (element: Element) => element.replaceChildren()

const without =
  (...names: string[]) =>
  (element: Element) => {
    for (const name of names) element.removeAttribute(name)
  }

/** Puts an element of another name in its place. */
function become(element: Element, name: string, attributes: Record<string, string> = {}) {
  const other = document.createElement(name)
  const own = [...element.attributes].map(({ name, value }) => [name, value] as const)
  for (const [attribute, value] of [...own, ...Object.entries(attributes)]) other.setAttribute(attribute, value)
  other.append(...element.childNodes)
  element.replaceWith(other)
  return other
}

const becomeButton = (link: Element) => without('href', 'rel')(become(link, 'button', { type: 'button' }))

function selectOption(list: Element, selected: Element | null) {
  for (const option of list.querySelectorAll('option')) option.removeAttribute('selected')
  selected?.setAttribute('selected', '')
}

const toggle = ofClass('FacetGroup.toggle')
const values = ofClass('FacetGroup.values')

const differences: Difference[] = [
  {
    why: 'Some content is only for browsers without scripts.',
    server: [on('noscript, .without-scripts', remove)],
  },
  {
    why: 'What only scripts can do is hidden without them.',
    server: [on('.needs-scripts', (element) => element.classList.remove('needs-scripts'))],
  },
  {
    why: 'A button opens or unfolds something only with scripts.',
    screens: [on('button', without('aria-haspopup', 'aria-expanded', 'aria-controls'))],
  },
  {
    why: 'Without scripts a QR code, the sign-in for an order, the language of the screens and other filters are pages.',
    server: [
      on('a[href*="/qr.png?"], a[href^="/api/qr?"], main a[href^="/login?"], a[href^="/language/"]', becomeButton),
      on(`a${ofClass('SearchBox.clear')}, a${ofClass('Chip.chip')}, a${ofClass('FilterChips.clear')}`, becomeButton),
      on(`${ofClass('ResultStates.empty')} a[href*="&page=1&obsolete=true"][data-variant="secondary"]`, becomeButton),
    ],
  },
  {
    why: 'Without scripts a form is sent.',
    server: [
      on('form', without('action', 'method')),
      on('input, select', without('name', 'form')),
      on('input[type="hidden"]', remove),
    ],
  },
  {
    why: 'Scripts add suggestions to the search box, and take over its text by its ID.',
    server: [on('#search-text', without('id'))],
    screens: [
      on(
        ofClass('SearchBox.input'),
        without('role', 'aria-autocomplete', 'aria-expanded', 'aria-haspopup', 'aria-controls'),
      ),
    ],
  },
  {
    why: 'Without scripts filters are links, and unfold by themselves.',
    server: [
      on(`a${ofClass('Checkbox.label')}`, (link) => without('href', 'rel', 'aria-current')(become(link, 'label'))),
      on(`details${ofClass('FacetGroup.group')}`, (details) => {
        if (!details.hasAttribute('open')) details.querySelector(values)?.setAttribute('hidden', '')
        const summary = details.querySelector('summary')
        if (summary) become(summary, 'h3')
        without('open')(become(details, 'div'))
      }),
      on(`h3${toggle}`, (heading) => become(heading, 'button', { type: 'button' })),
    ],
    screens: [
      on(`input${ofClass('Checkbox.box')}`, (input) => {
        const { checked } = input as HTMLInputElement
        without('type', 'checked')(become(input, 'span', { 'aria-hidden': 'true', 'data-checked': `${checked}` }))
      }),
      on(ofClass('FacetGroup.allOrAny'), remove),
      on(`${toggle} > span`, without('id')),
      on(values, without('id', 'role', 'aria-labelledby')),
    ],
  },
  {
    why: 'The server does not know the width of the screen, and writes what differs for both.',
    server: [on('[data-screen]', without('data-screen')), on('#filters', without('id'))],
  },
  {
    why: 'The fields of the screens name their labels.',
    screens: [on(ofClass('Field.label'), without('id'))],
  },
  {
    why: 'React selects by a property, HTML by an attribute or the order.',
    server: [
      on('select', (list) => selectOption(list, list.querySelector('[selected]') ?? list.querySelector('option'))),
    ],
    screens: [on('select', (list) => selectOption(list, (list as HTMLSelectElement).selectedOptions[0] ?? null))],
  },
  {
    why: 'Codes for paper need scripts.',
    screens: [on(ofClass('PacketSheet.sheet'), remove)],
  },
  {
    why: 'Without scripts only the address keeps the preferred language of the home page.',
    server: [on(`a${ofClass('HomeLanguages.language')}`, without('aria-current'))],
  },
  {
    why: 'The router marks its links.',
    screens: [on('a', without('data-discover'))],
  },
  {
    why: 'Only the screens load something later, and announce it.',
    screens: [on('[aria-busy="false"]', without('aria-busy')), on('[role="status"]', empty)],
  },
]

/** Takes the intended differences out of a page. */
export function removeDifferences(page: Element, of: 'server' | 'screens') {
  for (const difference of differences) for (const change of difference[of] ?? []) change(page)
}
