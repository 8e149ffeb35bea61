// My packets: the packets of the signed-in person.
import messages from 'messages:en/packets'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { Link, useSearchParams } from 'react-router-dom'
import { ownPacketsDownload, ownPacketsQuery } from '../../api/packets'
import { LinkButton } from '../../components/buttons/Button'
import { pageStart, parsePage } from '../../components/list/Pagination'
import layout from '../../components/page/Page.module.css'
import { PageHeading, useTitle } from '../../components/page/PageHeading'
import { useText } from '../../i18n/useText'
import { patterns } from '../../paths'
import styles from './PacketList.module.css'
import { PacketPages } from './PacketPages'

export default function MyPacketsPage() {
  const t = useText(messages)
  useTitle(t('ownTitle'))
  const [parameters, setParameters] = useSearchParams()
  const page = parsePage(parameters.get('page'))
  const query = useQuery({
    ...ownPacketsQuery(pageStart(page)),
    placeholderData: keepPreviousData,
  })
  return (
    <div className={layout.page}>
      <PageHeading>{t('ownTitle')}</PageHeading>
      <p>{t('ownLead')}</p>
      <div className={styles.tools}>
        <LinkButton to={patterns.packetAdd} variant="primary" icon={<Plus aria-hidden />}>
          {t('add')}
        </LinkButton>
        <Link to={patterns.packets}>{t('showAll')}</Link>
      </div>
      <section className={layout.section} aria-label={t('ownTitle')}>
        <PacketPages
          query={query}
          page={page}
          marksPublished
          download={ownPacketsDownload}
          onPage={(next, options) => setParameters(next > 1 ? { page: String(next) } : {}, options)}
          empty={<p>{t('ownNone')}</p>}
        />
      </section>
    </div>
  )
}
