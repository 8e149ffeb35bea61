// The star that makes a citation a favorite; only signed-in people see it.

import session from 'messages:en/session'
import Star from 'lucide-react/icons/star'
import { useUser } from '../api/user'
import { IconButton } from '../components/buttons/Button'
import { useText } from '../i18n/useText'
import { toggleFavorite, useSession } from '../session/store'
import styles from './FavoriteStar.module.css'

interface Props {
  id: string
  title: string
  /** Called with the button before the favorite is removed. */
  onRemove?: (button: HTMLElement) => void
}

export function FavoriteStar({ id, title, onRemove }: Props) {
  const { signedIn } = useUser()
  const chosen = useSession(({ favorites }) => favorites.some((favorite) => favorite.id === id))
  const t = useText(session)
  if (!signedIn) return null
  return (
    <IconButton
      label={t('favorite', { title })}
      tooltip={t(chosen ? 'removeFavorite' : 'addFavorite')}
      aria-pressed={chosen}
      className={styles.star}
      onClick={(event) => {
        if (chosen) onRemove?.(event.currentTarget)
        toggleFavorite({ id, title })
      }}
    >
      <Star aria-hidden />
    </IconButton>
  )
}
