// What the server needs of the build to write pages in the same markup as the screens: the class names of the CSS modules,
// which the build shortens, and the icons.
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** A class that every CSS module gets, so that its names can be found in the built scripts; `finish` takes it out again. */
const mark = (module) => `module_${module}_end`
/** The names of a module as esbuild writes them, closed by its mark. */
const markedNames = /(\{[^{}]*?)"?module_(\w+)_end"?:\s*"[^"]*",?\s*\}/g

/** The name of a CSS module, as classes are named by. */
export const moduleOf = (path) => basename(path, '.module.css')

/** A plugin's setup: marks the names of each CSS module. */
export function markClassNames(build) {
  build.onLoad({ filter: /\.module\.css$/ }, async ({ path }) => {
    const css = await readFile(path, 'utf8')
    return { contents: `${css}\n.${mark(moduleOf(path))} {}\n`, loader: 'local-css' }
  })
}

/** The script without the marks; adds the names of its CSS modules to `classes`, by module and by name. */
export function takeClassNames(script, classes) {
  return script.replace(markedNames, (_, names, module) => {
    const object = `${names.replace(/,\s*$/, '')}}`
    if (classes[module]) throw new Error(`Two CSS modules are named ${module}`)
    classes[module] = Object.fromEntries(
      [...object.matchAll(/"?([\w-]+)"?:\s*"([^"]*)"/g)].map(([, name, shown]) => [name, shown]),
    )
    return object
  })
}

/** The icons of the screens as markup by their names, such as `search`, for screen readers hidden. */
export async function iconsOf({ inputs }) {
  const names = Object.keys(inputs).flatMap((path) => /lucide-react\/.*\/icons\/([\w-]+)\.m?js$/.exec(path)?.[1] ?? [])
  const icons = names.map(async (name) => {
    const { default: Icon } = await import(`lucide-react/icons/${name}`)
    return [name, renderToStaticMarkup(createElement(Icon, { 'aria-hidden': true }))]
  })
  return Object.fromEntries(await Promise.all(icons))
}
