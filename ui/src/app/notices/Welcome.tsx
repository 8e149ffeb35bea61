// What a person can do here, in three sentences with a link to the help: at the first sign-in of each role in this browser, until
// it is dismissed or the page is loaded again.
import parts from 'messages:en/parts'
import t from 'messages:staff/welcome'
import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import { useUser } from '../../api/user'
import { IconButton } from '../../components/buttons/Button'
import { focusHeading } from '../../components/page/PageHeading'
import { useText } from '../../i18n/useText'
import { browserStorage } from '../../lib/page/browserStorage'
import { guidePagePath } from '../../paths'
import { StaffScreens } from '../ProtectedRoutes'
import styles from './Welcome.module.css'

/** Where the browser keeps the roles that were welcomed. */
const storageKey = 'welcomed'

/** By the right that tells the role; `null` is of those without one. */
const roles = [
  { right: 'manageCatalogue', text: t('adminText'), link: t('adminLink'), page: 'first-week' },
  { right: 'readAudit', text: t('auditorText'), link: t('auditorLink'), page: 'audit-trail' },
  { right: 'workOnOrders', text: t('copyCenterText'), link: t('copyCenterLink'), page: 'answer-orders' },
  { right: null, text: t('staffText'), link: t('staffLink'), page: 'find-a-handout' },
] as const

export default function Welcome() {
  const { user, may } = useUser()
  const [welcomed] = useState(() => browserStorage.get<string[]>(storageKey) ?? [])
  const [dismissed, setDismissed] = useState(false)
  const role = user && roles.find(({ right }) => right === null || may(right))
  const key = role?.page
  const isNew = key !== undefined && !welcomed.includes(key)
  // External system: the storage of the browser.
  useEffect(() => {
    if (isNew) browserStorage.set(storageKey, [...welcomed, key])
  }, [isNew, welcomed, key])
  if (role === undefined || !isNew || dismissed) return null
  return (
    <StaffScreens>
      <section aria-label={t('label')} className={styles.welcome}>
        <div className={styles.text}>
          <p>{role.text}</p>
          {/* A page of the server's own, so a link that loads it. */}
          <a href={guidePagePath(role.page)}>{role.link}</a>
        </div>
        <Dismiss
          onDismiss={() => {
            focusHeading()
            setDismissed(true)
          }}
        />
      </section>
    </StaffScreens>
  )
}

/** Within the staff screens, so that its name is in English. */
function Dismiss({ onDismiss }: { onDismiss: () => void }) {
  const label = useText(parts)('dismiss')
  return (
    <IconButton label={label} onClick={onDismiss}>
      <X aria-hidden />
    </IconButton>
  )
}
