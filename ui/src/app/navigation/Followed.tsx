// States how the choice of the screen language has changed the preferred language. The focus returns to the chosen language
// after the undo.
import messages from 'messages:en/languagePicker'
import line from '../../components/page/LanguageLine.module.css'
import { useText } from '../../i18n/useText'
import { OwnName } from '../../parts/language/LanguageName'
import type { FollowedSite } from '../../session/preferredLanguage'
import styles from './SiteLanguage.module.css'

interface Props {
  followed: FollowedSite
  onUndone: () => void
}

export default function Followed({ followed: { language, undo }, onUndone }: Props) {
  const t = useText(messages)
  return (
    <p role="status" className={styles.followed}>
      <span>{language ? t.rich('handoutsToo', { name: () => <OwnName language={language} /> }) : t('noneChosen')}</span>
      <button
        type="button"
        className={`${line.language} ${styles.undo}`}
        onClick={({ currentTarget }) => {
          currentTarget.closest('div')?.querySelector<HTMLElement>('[aria-current]')?.focus()
          undo()
          onUndone()
        }}
      >
        {t('undo')}
      </button>
    </p>
  )
}
