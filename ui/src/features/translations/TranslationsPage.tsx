// Translations: the requests, and the missing and outdated translations of a language.
import layout from '../../components/page/Page.module.css'
import { PageHeading } from '../../components/page/PageHeading'
import { useTitle } from '../../lib/useTitle'
import { Gaps } from './Gaps'
import { Requests } from './Requests'

export default function TranslationsPage() {
  useTitle('Translations')
  return (
    <div className={layout.page}>
      <PageHeading>Translations</PageHeading>
      <Requests />
      <Gaps />
    </div>
  )
}
