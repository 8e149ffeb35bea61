// Finds visible texts in the sources of screens: they belong in the message catalogue.
import { parseSync } from '@swc/core'
import type { Source } from './sources'

/** A node of the syntax tree, of which only these members are read. */
interface Node {
  type: string
  value?: unknown
  operator?: string
  [member: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Attributes whose text is shown or spoken, even if it is a single word. */
const visibleAttributes = /^(label|title|alt|placeholder|hint|tooltip|caption|summary|aria-label|data-label)$/

/** Attributes that are never shown. */
const technicalAttributes = /^(className|rel|type|id|name|href|to|accept|download|variant|media|pattern|role)$/

const hasLetters = (text: string) => /\p{L}{2}/u.test(text)

/** Words separated by a space, a capitalized word, or initials such as N/A. */
const isPhrase = (text: string) =>
  /\p{L}{2}[,.:;!?…)'"]* ['"(]?\p{L}/u.test(text) || /^[ '"(]*\p{Lu}(\p{Ll}|\p{Lu}*\/\p{Lu})/u.test(text)

/** Calls and constructors whose texts go to the log, to the browser or to Intl. */
const technicalCall =
  /^(console|Error|Intl|addEventListener|removeEventListener|querySelector|querySelectorAll|useMediaQuery|matchMedia)$/

/** The name at the end of an expression such as `console.error` or `new Intl.NumberFormat`, and the one at its start. */
function namesOf(callee: unknown): string[] {
  if (!isNode(callee)) return []
  if (callee.type === 'Identifier') return [String(callee.value)]
  return callee.type === 'MemberExpression' ? [...namesOf(callee.object), ...namesOf(callee.property)] : []
}

/** The text of a template, with `x` for each expression. */
const textOfTemplate = ({ quasis }: Node, expression = 'x') =>
  (quasis as { raw: string }[]).map(({ raw }) => raw).join(expression)

/** The texts of a source that are shown on the screen. */
export function visibleTexts({ path, text }: Source): string[] {
  const found: string[] = []
  const tree = parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x'), target: 'es2022' })
  visitAll(tree.body)
  return found.map((one) => one.replace(/\s+/g, ' ').trim())

  function visit(node: Node) {
    const { type } = node
    if (/^Ts(?!AsExpression|SatisfiesExpression|NonNullExpression)|^(Import|ExportAll)Declaration$/.test(type)) return
    if (type === 'JSXText') found.push(...[String(node.value)].filter((words) => hasLetters(words) || isPhrase(words)))
    else if (type === 'StringLiteral') found.push(...[String(node.value)].filter(isPhrase))
    else if (type === 'TemplateLiteral') {
      if (isPhrase(textOfTemplate(node)) && hasLetters(textOfTemplate(node, ' '))) found.push(textOfTemplate(node))
      visitAll(node.expressions)
    } else if (type === 'JSXAttribute') visitAttribute(node)
    else if (type === 'BinaryExpression' && /^([!=]==?|in)$/.test(node.operator ?? '')) {
      visitAll([node.left, node.right].filter((side) => isNode(side) && side.type !== 'StringLiteral'))
    } else if (type === 'SwitchCase') visitAll(node.consequent)
    else if (/^(Call|New)Expression$/.test(type) && namesOf(node.callee).some((name) => technicalCall.test(name)))
      return
    else if (type === 'KeyValueProperty') visitAll(node.value)
    else visitAll(Object.values(node))
  }

  function visitAll(value: unknown) {
    if (Array.isArray(value)) value.forEach(visitAll)
    else if (isNode(value)) visit(value)
    // Arguments and array elements are wrapped in objects without a type.
    else if (typeof value === 'object' && value !== null) visitAll(Object.values(value))
  }

  function visitAttribute({ name, value }: Node) {
    const attribute = isNode(name) ? String(name.value) : ''
    if (technicalAttributes.test(attribute) || !isNode(value)) return
    if (value.type !== 'StringLiteral') visit(value)
    else if (visibleAttributes.test(attribute) ? hasLetters(String(value.value)) : isPhrase(String(value.value)))
      found.push(String(value.value))
  }
}
