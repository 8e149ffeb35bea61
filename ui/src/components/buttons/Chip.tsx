// A selected value with a button that removes it.
import X from 'lucide-react/icons/x'
import styles from './Chip.module.css'

interface Props {
  children: string
  /** The name of the button, such as 'Remove filter Audience: Parents'. */
  removeLabel: string
  /** Called with the button before it is removed. */
  onRemove: (button: HTMLElement) => void
}

export const Chip = ({ children, removeLabel, onRemove }: Props) => (
  <button
    type="button"
    className={styles.chip}
    aria-label={removeLabel}
    title={removeLabel}
    onClick={(event) => onRemove(event.currentTarget)}
  >
    <span dir="auto">{children}</span>
    <X aria-hidden />
  </button>
)
