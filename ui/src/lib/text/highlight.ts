// Splits a highlighted text. Matches are between asterisks; `\*` and `\\` are a literal asterisk and backslash.

export interface Piece {
  text: string
  found: boolean
}

export function splitHighlights(marked: string): Piece[] {
  const pieces: Piece[] = []
  let text = ''
  let found = false
  const close = () => {
    if (text !== '') pieces.push({ text, found })
    text = ''
  }
  for (let at = 0; at < marked.length; at++) {
    const sign = marked[at]
    const next = marked[at + 1]
    if (sign === '\\' && (next === '*' || next === '\\')) {
      text += next
      at++
    } else if (sign === '*') {
      close()
      found = !found
    } else {
      text += sign
    }
  }
  close()
  return pieces
}

/** The snippet of a handout without the prefix that the server adds. */
export const handoutSnippet = (marked: string) => marked.replace(/^In the handout: /, '')
