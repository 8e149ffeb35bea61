// The abstract: its paragraphs. Of a long text the first lines are shown until the rest is asked for; paper has all of it.
import messages from 'messages:en/citation'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../components/Button'
import { useText } from '../../i18n/useText'
import styles from './Abstract.module.css'

/** The paragraphs of a text; each line is one. */
export const paragraphsOf = (text: string) =>
  text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Letters on a line of paper; lines that fit above the codes of ten languages, and for each two that there are less. */
const paperLine = 90
const linesAboveTen = 9
const linesForTwo = 5

/** Whether an abstract leaves too little of a sheet to the codes of so many languages: they come first then. */
export function isLongOnPaper(text: string, languages: number): boolean {
  const lines = paragraphsOf(text).reduce((sum, { length }) => sum + Math.ceil(length / paperLine), 0)
  return lines > linesAboveTen + linesForTwo * Math.max(0, 5 - Math.ceil(languages / 2))
}

export function Abstract({ text, lang }: { text: string; lang: string | undefined }) {
  const t = useText(messages)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const [open, setOpen] = useState(false)
  const [cut, setCut] = useState(false)
  // The outside world: how much room the text takes, in this font and at this width.
  useLayoutEffect(() => {
    const element = box.current
    if (element === null || open) return
    const measure = () => {
      const style = getComputedStyle(element)
      const lines = Number.parseFloat(style.getPropertyValue('--lines')) || Number.POSITIVE_INFINITY
      setCut(element.scrollHeight > lines * Number.parseFloat(style.lineHeight) + 1)
    }
    measure()
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
        {paragraphsOf(text).map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of a text keep their places
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
