// Translations: the requests, and the missing and outdated translations of a language.
import messages from 'messages:staff/translations'
import layout from '../../components/page/Page.module.css'
import { PageHeading } from '../../components/page/PageHeading'
import { staffText } from '../../i18n/staffText'
import { useTitle } from '../../lib/useTitle'
import { Gaps } from './Gaps'
import { Requests } from './Requests'

const t = staffText(messages)

export default function TranslationsPage() {
  useTitle(t('translations'))
  return (
    <div className={layout.page}>
      <PageHeading>{t('translations')}</PageHeading>
      <Requests />
      <Gaps />
    </div>
  )
}
