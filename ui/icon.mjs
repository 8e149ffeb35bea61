// Draws the icons of lucide-react as the library does, without what the screens never ask for (sizes, contexts, absolute strokes),
// which would be a kilobyte of the first script. The build puts it in the place of the library's own module.
import { createElement } from 'react'

const attributes = {
  xmlns: 'http://www.w3.org/2000/svg',
  width: 24,
  height: 24,
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
}

/** The component of an icon. */
export default function createIcon({ name, aliases = [], node }) {
  const own = ['lucide', ...[name, ...aliases].map((one) => `lucide-${one}`)].join(' ')
  return ({ className, ...rest }) =>
    createElement(
      'svg',
      { ...attributes, className: className ? `${own} ${className}` : own, ...rest },
      ...node.map(([tag, shape]) => createElement(tag, shape)),
    )
}
