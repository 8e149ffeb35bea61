// A chosen thing that can be taken away again.
import X from 'lucide-react/icons/x'
import styles from './Chip.module.css'

interface Props {
  children: string
  /** The name of the button, such as 'Remove filter Audience: Parents'. */
  removeLabel: string
  onRemove: () => void
}

export const Chip = ({ children, removeLabel, onRemove }: Props) => (
  <button type="button" className={styles.chip} aria-label={removeLabel} title={removeLabel} onClick={onRemove}>
    <span dir="auto">{children}</span>
    <X aria-hidden />
  </button>
)
