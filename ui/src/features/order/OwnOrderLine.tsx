// A line of an order that was sent: how many of what, and what is still to come.
import messages from 'messages:en/myOrders'
import { Link } from 'react-router-dom'
import type { OrderLine } from '../../api/orders'
import { Badge } from '../../components/Badge'
import { useLangOf, useLocale, useText } from '../../i18n/useText'
import { textLanguage } from '../../lib/textLanguage'
import { citationPath } from '../../paths'
import { useLanguageName } from '../../session/LanguageName'
import styles from './MyOrdersPage.module.css'

interface Props {
  line: OrderLine
  /** Something of the order was sent, so that what is missing is said. */
  showSent: boolean
}

export function OwnOrderLine({ line, showSent }: Props) {
  const t = useText(messages)
  const locale = useLocale()
  const langOf = useLangOf()
  const nameOf = useLanguageName()
  const { title, quantity, sent, lang, itemNum } = line
  const left = quantity - sent
  return (
    <li>
      {`${quantity.toLocaleString(locale)} × `}
      <Link
        to={citationPath(line.readableId || line.id)}
        dir="auto"
        lang={langOf(textLanguage(title, ['en', undefined]) ?? 'en')}
      >
        {title}
      </Link>
      {`, ${nameOf(lang)} (${itemNum || t('noNumber')})`}
      {showSent && left > 0 && (
        <span className={styles.meta}>{` ${sent === 0 ? t('toCome') : t('partlyToCome', { sent, left })}`}</span>
      )}
      {line.obsolete && (
        <>
          {' '}
          <Badge>{t('noLongerInUse')}</Badge>
        </>
      )}
    </li>
  )
}
