// The abstract: its paragraphs, of which the first lines are shown until the rest is asked for. Paper has all of it.
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
    const measure = () => setCut(element.scrollHeight > element.clientHeight + 1)
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
