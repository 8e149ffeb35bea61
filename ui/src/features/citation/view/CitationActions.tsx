// What people do with a citation as a whole, in one place.
import messages from 'messages:en/citation'
import Printer from 'lucide-react/icons/printer'
import { type Citation, openedUrl } from '../../../api/catalogue/citations'
import { useLanguages } from '../../../api/languages'
import { Button } from '../../../components/buttons/Button'
import { printPage } from '../../../components/page/printPage'
import { useText } from '../../../i18n/useText'
import { AddToPacket } from '../../../parts/packets/AddToPacket'
import { ReportProblem } from '../../../parts/reports/ReportProblem'
import { reportedVersions } from '../../../parts/reports/reportSubject'
import { ShareButton } from '../../../parts/share/ShareButton'
import { CodeButton } from '../languages/CodeButton'
import { useCitationAddress, usePageTag, useVersionsInOrder } from '../languages/pageLanguage'
import styles from './CitationView.module.css'

interface Props {
  citation: Citation
  title: string
  ownPublisher: boolean
  asOf: string | undefined
}

export function CitationActions({ citation, title, ownPublisher, asOf }: Props) {
  const t = useText(messages)
  const { byValue } = useLanguages()
  const pageTag = usePageTag()
  const address = useCitationAddress(citation)
  const coded = useVersionsInOrder(citation).find(openedUrl)
  const versions = reportedVersions(citation.languages.map(({ lang }) => ({ lang, tag: byValue(lang)?.tag ?? null })))
  return (
    <div className={styles.actions}>
      <Button variant="quiet" icon={<Printer aria-hidden />} onClick={() => void printPage()}>
        {t('print')}
      </Button>
      {!asOf && (
        <>
          {ownPublisher && coded && <CodeButton citation={citation} version={coded} />}
          <ShareButton title={title} address={address} />
          <ReportProblem
            key={citation.id}
            subjects={[{ kind: 'citation', id: citation.id, title: citation.title, versions }]}
            language={pageTag}
          />
          {!citation.obsolete && <AddToPacket id={citation.id} title={citation.title} />}
        </>
      )}
    </div>
  )
}
