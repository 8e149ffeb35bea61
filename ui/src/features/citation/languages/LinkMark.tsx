// Marks a language version whose URL is broken or whose file has changed. For staff; the page does not wait for it.

import messages from 'messages:en/linkMark'
import { useQuery } from '@tanstack/react-query'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { linkMarksQuery } from '../../../api/maintenance/links'
import { useText } from '../../../i18n/useText'
import styles from './LinkMark.module.css'

interface Props {
  /** The ID of the citation. */
  citation: string
  url: string
}

export default function LinkMark({ citation, url }: Props) {
  const t = useText(messages)
  const mark = useQuery(linkMarksQuery(citation)).data?.find((one) => one.url === url)
  const texts: Partial<Record<NonNullable<typeof mark>['state'], string>> = {
    gone: t('gone'),
    unreachable: t('unreachable'),
    soft404: t('soft404'),
    changed: t('changed'),
  }
  const text = mark && texts[mark.state]
  if (!text) return null
  return (
    <span className={styles.mark}>
      <TriangleAlert aria-hidden />
      {text}
    </span>
  )
}
