// Translations: the requests, and the missing and outdated translations of a language.
import t from 'messages:staff/translations'
import layout from '../../components/page/Page.module.css'
import { PageHeading } from '../../components/page/PageHeading'
import { useTitle } from '../../lib/useTitle'
import { Gaps } from './Gaps'
import { Requests } from './Requests'

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
