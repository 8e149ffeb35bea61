// A line of a submitted order with its quantity and the quantity to be sent.
import messages from 'messages:en/myOrders'
import { Link } from 'react-router-dom'
import type { OrderLine } from '../../../api/orders/orders'
import { Badge } from '../../../components/feedback/Badge'
import { useLangAttribute, useLocale, useText } from '../../../i18n/useText'
import { textLanguage } from '../../../lib/text/textLanguage'
import { useLanguageName } from '../../../parts/language/LanguageName'
import { citationPath } from '../../../paths'
import styles from './MyOrdersPage.module.css'

interface Props {
  line: OrderLine
  /** Whether part of the order was sent, so that missing quantities are shown. */
  showSent: boolean
}

export function OwnOrderLine({ line, showSent }: Props) {
  const t = useText(messages)
  const locale = useLocale()
  const langAttribute = useLangAttribute()
  const nameOf = useLanguageName()
  const { title, quantity, sent, lang, itemNum } = line
  const remaining = quantity - sent
  return (
    <li>
      {`${quantity.toLocaleString(locale)} × `}
      <Link
        to={citationPath(line.readableId || line.id)}
        dir="auto"
        lang={langAttribute(textLanguage(title, ['en', undefined]) ?? 'en')}
      >
        {title}
      </Link>
      {`, ${nameOf(lang)} (${itemNum || t('noNumber')})`}
      {showSent && remaining > 0 && (
        <span className={styles.meta}>{` ${sent === 0 ? t('toCome') : t('partlyToCome', { sent, remaining })}`}</span>
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
