// What the server needs of the build to write pages in the same markup as the screens: the icons. The names of classes are in
// cssModules.mjs.
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** The icons of the screens as markup by their names, such as `search`, for screen readers hidden. */
export async function iconsOf({ inputs }) {
  const names = Object.keys(inputs).flatMap((path) => /lucide-react\/.*\/icons\/([\w-]+)\.m?js$/.exec(path)?.[1] ?? [])
  const icons = names.map(async (name) => {
    const { default: Icon } = await import(`lucide-react/icons/${name}`)
    return [name, renderToStaticMarkup(createElement(Icon, { 'aria-hidden': true }))]
  })
  return Object.fromEntries(await Promise.all(icons))
}
