// The abstract of a citation. A long text is collapsed on screen and printed in full.
import messages from 'messages:en/citation'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../../components/buttons/Button'
import { useText } from '../../../i18n/useText'
import styles from './Abstract.module.css'

/** Splits a text into paragraphs, one per line. */
export const splitParagraphs = (text: string) =>
  text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Printed characters per line; lines that fit above ten QR codes; additional lines for each row of two codes fewer. */
const CHARACTERS_PER_LINE = 90
const LINES_ABOVE_TEN_CODES = 9
const LINES_PER_CODE_ROW = 5

/** Whether an abstract leaves too little space on a sheet for the QR codes; they are then printed before it. */
export function isLongOnPaper(text: string, languages: number): boolean {
  const lines = splitParagraphs(text).reduce((sum, { length }) => sum + Math.ceil(length / CHARACTERS_PER_LINE), 0)
  return lines > LINES_ABOVE_TEN_CODES + LINES_PER_CODE_ROW * Math.max(0, 5 - Math.ceil(languages / 2))
}

export function Abstract({ text, lang }: { text: string; lang: string | undefined }) {
  const t = useText(messages)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const [open, setOpen] = useState(false)
  const [cut, setCut] = useState(false)
  // External system: the layout, which determines the height of the text.
  useEffect(() => {
    const element = box.current
    if (element === null || open) return
    const measure = () => {
      const style = getComputedStyle(element)
      const lines = Number.parseFloat(style.getPropertyValue('--lines')) || Number.POSITIVE_INFINITY
      setCut(element.scrollHeight > lines * Number.parseFloat(style.lineHeight) + 1)
    }
    // It first fires after the layout; measuring immediately would force a layout.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [open])
  return (
    <>
      <div
        ref={box}
        id={id}
        className={styles.text}
        data-cut={(!open && cut) || undefined}
        data-open={open || undefined}
      >
        {splitParagraphs(text).map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a text never move
          <p key={index} dir="auto" lang={lang}>
            {paragraph}
          </p>
        ))}
      </div>
      {(cut || open) && (
        <div>
          <Button
            variant="quiet"
            size="small"
            className={styles.more}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            {t(open ? 'lessAbstract' : 'wholeAbstract')}
          </Button>
        </div>
      )}
    </>
  )
}
