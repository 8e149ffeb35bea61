// Citations that a job left as they are, each with the reason. Long ones scroll in themselves.
import type { ReactNode } from 'react'
import styles from './LeftList.module.css'

interface Left {
  id: string
  title: string
  reason: string
}

export const LeftList = ({ left, link }: { left: readonly Left[]; link: (left: Left) => ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard
  <ul className={styles.left} tabIndex={0} aria-label="Left as they are">
    {left.map((one) => (
      <li key={one.id}>
        {link(one)}
        {`: ${one.reason}`}
      </li>
    ))}
  </ul>
)
