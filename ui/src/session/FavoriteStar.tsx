// The star that makes a citation a favorite; only signed-in people see it.
import Star from 'lucide-react/icons/star'
import { useUser } from '../api/user'
import { IconButton } from '../components/IconButton'
import styles from './FavoriteStar.module.css'
import { toggleFavorite, useSession } from './store'

export function FavoriteStar({ id, title }: { id: string; title: string }) {
  const { signedIn } = useUser()
  const chosen = useSession(({ favorites }) => favorites.some((favorite) => favorite.id === id))
  if (!signedIn) return null
  return (
    <IconButton
      label={`Favorite: ${title}`}
      tooltip={chosen ? 'Remove from favorites' : 'Add to favorites'}
      aria-pressed={chosen}
      className={styles.star}
      onClick={() => toggleFavorite({ id, title })}
    >
      <Star aria-hidden />
    </IconButton>
  )
}
