// A citation on screen and in print.
import messages from 'messages:en/citation'
import navigation from 'messages:en/navigation'
import { addressId, type CitationAnswer } from '../../../api/catalogue/citations'
import { useConfig } from '../../../api/config'
import { useLanguages } from '../../../api/languages'
import { useUser } from '../../../api/user'
import { LinkButton } from '../../../components/buttons/Button'
import { PaperHead } from '../../../components/page/Paper'
import { usePrintDay } from '../../../components/page/printPage'
import { useLangAttribute, useLocale, useText } from '../../../i18n/useText'
import { monthText, shortDate } from '../../../lib/dates/dates'
import { lazyPart } from '../../../lib/page/lazyPart'
import { PartBoundary } from '../../../lib/page/PartBoundary'
import { sameValue } from '../../../lib/text/sameValue'
import { textLanguage } from '../../../lib/text/textLanguage'
import { useShownTitle } from '../../../parts/language/useShownTitle'
import { PacketLinks } from '../../../parts/packets/PacketLinks'
import { auditPathOf } from '../../../paths'
import { LanguageTable } from '../languages/LanguageTable'
import { usePageTitle } from '../languages/pageLanguage'
import { AsOfButton } from '../record/AsOfButton'
import { Abstract, isLongOnPaper } from './Abstract'
import { CitationActions } from './CitationActions'
import { CitationHead } from './CitationHead'
import styles from './CitationView.module.css'
import { GeneralInformation } from './GeneralInformation'

// For staff only; visitors never load it.
const CitationReadability = lazyPart(() => import('./CitationReadability'))
const CitationUsage = lazyPart(() => import('./CitationUsage'))

interface Props {
  citation: CitationAnswer['citation']
  /** The date of the record, `YYYY-MM-DD`; a record is read-only. */
  asOf?: string
}

export function CitationView({ citation, asOf }: Props) {
  const t = useText(messages)
  const locale = useLocale()
  const langAttribute = useLangAttribute()
  const { byValue } = useLanguages()
  const hospital = useConfig()?.hospital
  const tags = citation.languages.map(({ lang }) => byValue(lang)?.tag ?? undefined)
  const languageOf = (text: string) => langAttribute(textLanguage(text, tags) ?? 'en')
  const ownPublisher = sameValue(citation.publisher?.name, hospital?.name)
  const { abstract } = citation
  const shown = usePageTitle(citation)
  /** The record of a day is for staff, under the title of the catalogue. */
  const recorded = useShownTitle()(citation.title, tags, null)
  return (
    <article
      className={styles.page}
      data-record={asOf && true}
      data-long-abstract={(abstract && isLongOnPaper(abstract, citation.languages.length)) || undefined}
    >
      <PaperHead printed={t('printedOn', { day: shortDate(usePrintDay(), locale) })}>
        {t('printedName', { hospital: hospital?.name ?? '' })}
      </PaperHead>
      <CitationHead citation={citation} title={asOf ? recorded : shown} asOf={asOf} />
      <CitationActions
        citation={citation}
        title={asOf ? recorded.text : shown.text}
        ownPublisher={ownPublisher}
        asOf={asOf}
      />
      {abstract && (
        <section className={`${styles.section} ${styles.abstract}`} aria-labelledby="abstract">
          <h2 id="abstract">{t('abstract')}</h2>
          <Abstract key={citation.id} text={abstract} lang={languageOf(abstract)} />
        </section>
      )}
      <div className={styles.main}>
        <section className={styles.section} aria-labelledby="languages">
          <h2 id="languages">{t('languages')}</h2>
          <LanguageTable citation={citation} ownPublisher={ownPublisher} asOf={asOf} />
        </section>
        {!asOf && <PacketLinks packets={citation.packets ?? []} heading="inPackets" />}
      </div>
      <General citation={citation} asOf={asOf} />
    </article>
  )
}

function General({ citation, asOf }: Props) {
  const t = useText(messages)
  const reviewed = monthText(citation.deptReviewDate, useLocale())
  const signedIn = useConfig()?.signIn.signedIn
  return (
    <section className={`${styles.section} ${styles.general}`} aria-labelledby="general">
      <div className={styles.sectionLine}>
        <h2 id="general">{t('general')}</h2>
        {signedIn && !asOf && (
          <div className={styles.asOf}>
            <AuditLink id={citation.id} />
            <AsOfButton id={addressId(citation)}>{t('asOf')}</AsOfButton>
          </div>
        )}
      </div>
      {reviewed && <p className={styles.reviewed}>{t('reviewed', { month: reviewed })}</p>}
      <GeneralInformation citation={citation} />
      {signedIn && !asOf && (
        <PartBoundary>
          <CitationReadability id={citation.id} />
          <CitationUsage id={citation.id} />
        </PartBoundary>
      )}
    </section>
  )
}

function AuditLink({ id }: { id: string }) {
  const t = useText(navigation)
  const { may } = useUser()
  return (
    may('readAudit') && (
      <LinkButton to={auditPathOf(`citation/${id}`)} variant="quiet" size="small">
        {t('auditTrail')}
      </LinkButton>
    )
  )
}
