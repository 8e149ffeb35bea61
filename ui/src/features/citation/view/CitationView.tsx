// A citation on screen and in print.
import messages from 'messages:en/citation'
import navigation from 'messages:en/navigation'
import parts from 'messages:en/parts'
import { useQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import Printer from 'lucide-react/icons/printer'
import { Link } from 'react-router-dom'
import {
  addressId,
  type Citation,
  type CitationAnswer,
  citationQuery,
  openedUrl,
  recordQuery,
} from '../../../api/catalogue/citations'
import { useConfig } from '../../../api/config'
import { useLanguages } from '../../../api/languages'
import { Problem } from '../../../api/problem'
import { useUser } from '../../../api/user'
import { Button, LinkButton } from '../../../components/buttons/Button'
import { SpacedBadge } from '../../../components/feedback/Badge'
import { Skeleton } from '../../../components/feedback/Skeleton'
import { IsolatedTexts } from '../../../components/list/IsolatedTexts'
import { CatalogueTitle } from '../../../components/page/CatalogueTitle'
import { PageHeading } from '../../../components/page/PageHeading'
import { PaperHead } from '../../../components/page/Paper'
import { printPage, usePrintDay } from '../../../components/page/printPage'
import type { PlainKeyOf } from '../../../i18n/section'
import { useLangAttribute, useLocale, useText } from '../../../i18n/useText'
import { systemName } from '../../../lib/codes'
import { monthText, shortDate } from '../../../lib/dates/dates'
import { lazyPart, PartBoundary } from '../../../lib/page/lazyPart'
import { sameValue } from '../../../lib/text/sameValue'
import { textLanguage } from '../../../lib/text/textLanguage'
import { FavoriteStar } from '../../../parts/FavoriteStar'
import { useLanguageName, useSortedLanguages } from '../../../parts/language/LanguageName'
import { type ShownTitle, useShownTitle } from '../../../parts/language/useShownTitle'
import { AddToPacket } from '../../../parts/packets/AddToPacket'
import { PacketLinks } from '../../../parts/packets/PacketLinks'
import { ReportProblem, reportedVersions } from '../../../parts/reports/ReportProblem'
import { ShareButton } from '../../../parts/share/ShareButton'
import { auditPathOf, citationEditPath, citationPath, recordPath } from '../../../paths'
import { LanguageTable } from '../languages/LanguageTable'
import { PreferredVersion } from '../languages/PreferredVersion'
import { useCitationAddress, usePageTag, usePageTitle, useVersionsInOrder } from '../languages/pageLanguage'
import { CodeButton } from '../languages/VersionFile'
import { AsOfButton } from '../record/AsOfButton'
import { Abstract, isLongOnPaper } from './Abstract'
import styles from './CitationView.module.css'
import generalInformationStyles from './GeneralInformation.module.css'

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

interface CitationHeadProps {
  citation: Citation
  title: ShownTitle
  asOf: string | undefined
}

/** The top of a citation: title, actions, languages, and the version in the preferred language. */
function CitationHead({ citation, title, asOf }: CitationHeadProps) {
  const t = useText(messages)
  const obsoleteLabel = useText(parts)('obsolete')
  const langAttribute = useLangAttribute()
  const nameOf = useLanguageName()
  const sorted = useSortedLanguages()
  const languages = sorted([...new Set(citation.languages.map(({ lang }) => lang))])
  return (
    <header className={styles.head}>
      <div className={styles.titleLine}>
        <PageHeading lang={title.lang} dir={title.dir}>
          {title.text}
          <SpacedBadge shown={citation.obsolete}>{obsoleteLabel}</SpacedBadge>
        </PageHeading>
        {!asOf && <OwnActions citation={citation} />}
      </div>
      <CatalogueTitle {...title.below} />
      <ReplacedBy citation={citation} asOf={asOf} />
      {languages.length > 0 && <p className={styles.languages}>{languages.map(nameOf).join(', ')}</p>}
      {citation.printingSpecs && (
        <p className={styles.specs}>
          <b>{t('printingSpecs')}</b> <bdi lang={langAttribute('en')}>{citation.printingSpecs}</bdi>
        </p>
      )}
      {!asOf && <PreferredVersion key={citation.id} citation={citation} />}
    </header>
  )
}

function OwnActions({ citation }: { citation: Citation }) {
  const t = useText(messages)
  const { may } = useUser()
  return (
    <div className={styles.own}>
      <FavoriteStar id={citation.id} title={citation.title} />
      {may('manageCatalogue') && (
        <LinkButton to={citationEditPath(addressId(citation))} icon={<Pencil aria-hidden />} className={styles.edit}>
          {t('edit')}
        </LinkButton>
      )}
    </div>
  )
}

interface CitationActionsProps {
  citation: Citation
  title: string
  ownPublisher: boolean
  asOf: string | undefined
}

/** What people do with a citation as a whole, in one place. */
function CitationActions({ citation, title, ownPublisher, asOf }: CitationActionsProps) {
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

type Value = string | readonly string[] | null | undefined

/** The keys of labels with their values. Values are in English, except dates. */
const rows = (citation: Citation, locale: string): [PlainKeyOf<typeof messages>, Value, 'day'?][] => [
  ['author', citation.authors],
  ['publisher', citation.publisher?.name],
  ['keywords', citation.keywords],
  ['audience', citation.audience],
  ['format', citation.materialFormat],
  ['publicationDate', shortDate(citation.publishDate, locale), 'day'],
  ['reviewDate', shortDate(citation.deptReviewDate, locale), 'day'],
  ['whereToObtain', citation.whereToObtain],
  ['keySubject', citation.keySubjectHeading],
  ['submittedBy', citation.deptSubmittedBy?.name],
]

/** General information about a citation. Rows without a value are omitted. */
export function GeneralInformation({ citation }: { citation: Citation }) {
  const t = useText(messages)
  const locale = useLocale()
  const catalogueLang = useLangAttribute()('en')
  // Codes mean nothing to families.
  const isStaff = useConfig()?.signIn.signedIn
  return (
    <dl className={generalInformationStyles.rows}>
      {rows(citation, locale)
        .map(([name, value, kind]) => ({ name, values: [value ?? []].flat().filter(Boolean), kind }))
        .filter(({ values }) => values.length > 0)
        .map(({ name, values, kind }) => (
          <div key={name} className={generalInformationStyles.row}>
            <dt>{t(name)}</dt>
            <dd lang={kind === 'day' ? undefined : catalogueLang}>
              <IsolatedTexts texts={values} />
            </dd>
          </div>
        ))}
      {isStaff && (citation.codes?.length ?? 0) > 0 && (
        <div className={generalInformationStyles.row}>
          <dt>{t('codes')}</dt>
          <dd lang={catalogueLang}>
            <ul>
              {citation.codes?.map(({ system, code, display }) => (
                <li key={`${system} ${code}`}>{[systemName(system), code, display].filter(Boolean).join(' ')}</li>
              ))}
            </ul>
          </dd>
        </div>
      )}
    </dl>
  )
}

/** With `asOf`, links to its record of that date. */
export function ReplacedBy({ citation, asOf }: { citation: Citation; asOf?: string }) {
  const { id, obsolete, replacedBy } = citation
  return obsolete && replacedBy && replacedBy !== id ? <Replacement id={replacedBy} asOf={asOf} /> : null
}

/**
 * Nothing if the replacement does not exist: an import may name a citation that was never imported. In a record, links to the
 * current citation if the replacement did not exist yet.
 */
function Replacement({ id, asOf }: { id: string; asOf: string | undefined }) {
  const t = useText(messages)
  const langAttribute = useLangAttribute()
  const { byValue } = useLanguages()
  const { data, error } = useQuery(asOf ? recordQuery(id, asOf) : citationQuery(id))
  const isUnknown = error instanceof Problem && error.status === 404
  if (isUnknown && !asOf) return null
  const other = data?.citation
  const address = other ? addressId(other) : id
  const tags = other?.languages.map(({ lang }) => byValue(lang)?.tag ?? undefined) ?? []
  return (
    <p>
      {t('replacedBy')}{' '}
      <Link to={asOf && !isUnknown ? recordPath(address, asOf) : citationPath(address)}>
        {other ? (
          <bdi lang={langAttribute(textLanguage(other.title, tags) ?? 'en')}>{other.title}</bdi>
        ) : (
          t('anotherMaterial')
        )}
      </Link>
    </p>
  )
}

/** The placeholder of a citation while it loads. */
export const CitationSkeleton = ({ heading }: { heading: string }) => (
  <div className={styles.page} data-testid="citation-skeleton">
    <div className={styles.head}>
      <PageHeading>
        <span className={styles.loading}>{heading}</span>
      </PageHeading>
      <Skeleton width="short" />
    </div>
    <div className={styles.section} aria-hidden="true">
      <Skeleton kind="title" width="short" />
      <Skeleton kind="block" />
    </div>
    <div className={styles.section} aria-hidden="true">
      <Skeleton kind="title" width="short" />
      <Skeleton width="full" />
      <Skeleton width="full" />
      <Skeleton width="long" />
    </div>
  </div>
)
