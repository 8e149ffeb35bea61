// A chart of horizontal bars, each with its name and its number beside it. A table with the same numbers is beside the chart,
// so screen readers get only a description.
import type { ReactNode } from 'react'
import styles from './BarChart.module.css'

export interface Bar {
  name: string
  /** The number as text. */
  words: string
  /** Relative to the longest bar, from 0 to 1. */
  length: number
}

interface Props {
  caption: ReactNode
  /** What the chart shows, for screen readers. */
  description: string
  bars: readonly Bar[]
}

const barHeight = 14

export const BarChart = ({ caption, description, bars }: Props) => (
  <figure className={styles.chart}>
    <figcaption>{caption}</figcaption>
    <p className="visually-hidden">{description}</p>
    <ul aria-hidden="true">
      {bars.map(({ name, words, length }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two bars may have the same name; the bars never move
        <li key={n}>
          <span className={styles.name} dir="auto">
            {name}
          </span>
          <svg className={styles.bar} viewBox={`0 0 100 ${barHeight}`} preserveAspectRatio="none" aria-hidden="true">
            <rect width={length > 0 ? Math.max(length * 100, 0.5) : 0} height={barHeight} />
          </svg>
          <span className={styles.figure}>{words}</span>
        </li>
      ))}
    </ul>
  </figure>
)

/** The bars of some numbers. */
export function barsOf(numbers: readonly { name: string; value: number; words: string }[]): Bar[] {
  const longest = Math.max(...numbers.map(({ value }) => value), 0)
  return numbers.map(({ name, value, words }) => ({ name, words, length: longest === 0 ? 0 : value / longest }))
}
