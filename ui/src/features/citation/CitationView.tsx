// A citation as people read and print it.

import messages from 'messages:en/citation'
import parts from 'messages:en/parts'
import Pencil from 'lucide-react/icons/pencil'
import Printer from 'lucide-react/icons/printer'
import { addressId, type Citation } from '../../api/citations'
import { useConfig } from '../../api/config'
import { useLanguages } from '../../api/languages'
import { useUser } from '../../api/user'
import { Badge } from '../../components/Badge'
import { Button, LinkButton } from '../../components/Button'
import { PageHeading } from '../../components/PageHeading'
import { useLangOf, useLocale, useText } from '../../i18n/useText'
import { shortDate, today } from '../../lib/dates'
import { sortLanguages, textLanguage } from '../../lib/languages'
import { sameValue } from '../../lib/sameValue'
import { citationEditPath } from '../../paths'
import { FavoriteStar } from '../../session/FavoriteStar'
import { useLanguageName } from '../../session/LanguageName'
import { Abstract } from './Abstract'
import { AsOfButton } from './AsOfButton'
import styles from './CitationView.module.css'
import { GeneralInformation } from './GeneralInformation'
import { LanguageTable } from './LanguageTable'
import { PrintedCodes } from './PrintedCodes'
import { ReaderVersion } from './ReaderVersion'
import { ReplacedBy } from './ReplacedBy'
import { monthOf } from './reviewMonth'

interface Props {
  citation: Citation
  /** The day of which this is the record, `YYYY-MM-DD`: it is to look at and to print, and nothing can be done with it. */
  asOf?: string
}

export function CitationView({ citation, asOf }: Props) {
  const { may } = useUser()
  const t = useText(messages)
  const obsoleteLabel = useText(parts)('obsolete')
  const locale = useLocale()
  const langOf = useLangOf()
  const config = useConfig()
  const hospital = config?.hospital
  const names = citation.languages.map(({ lang }) => lang)
  const nameOf = useLanguageName()
  const { of } = useLanguages()
  const tags = names.map((name) => of(name)?.tag ?? undefined)
  const reviewed = monthOf(citation.deptReviewDate, locale)
  const ownPublisher = sameValue(citation.publisher?.name, hospital?.name)
  return (
    <article className={styles.page}>
      <p className={styles.printed}>{t('printedName', { hospital: hospital?.name ?? '' })}</p>
      <header className={styles.head}>
        <div className={styles.titleLine}>
          <PageHeading lang={langOf(textLanguage(citation.title, tags) ?? 'en')}>
            {citation.title}
            {citation.obsolete && (
              <>
                {' '}
                <Badge>{obsoleteLabel}</Badge>
              </>
            )}
          </PageHeading>
          {!asOf && (
            <div className={styles.actions}>
              <FavoriteStar id={citation.id} title={citation.title} />
              {may('manageCatalogue') && (
                <LinkButton
                  to={citationEditPath(addressId(citation))}
                  icon={<Pencil aria-hidden />}
                  className={styles.edit}
                >
                  {t('edit')}
                </LinkButton>
              )}
            </div>
          )}
        </div>
        <ReplacedBy citation={citation} asOf={asOf} />
        {names.length > 0 && (
          <p className={styles.languages}>
            {sortLanguages([...new Set(names)])
              .map(nameOf)
              .join(', ')}
          </p>
        )}
        {citation.printingSpecs && (
          <p className={styles.specs}>
            <b>{t('printingSpecs')}</b> <bdi lang={langOf('en')}>{citation.printingSpecs}</bdi>
          </p>
        )}
        {!asOf && <ReaderVersion citation={citation} />}
      </header>
      <section className={styles.section} aria-labelledby="languages">
        <div className={styles.sectionLine}>
          <h2 id="languages">{t('languages')}</h2>
          <div className={styles.print}>
            <Button variant="quiet" size="small" icon={<Printer aria-hidden />} onClick={() => window.print()}>
              {t('print')}
            </Button>
          </div>
        </div>
        <LanguageTable citation={citation} ownPublisher={ownPublisher} isRecord={Boolean(asOf)} />
        {ownPublisher && !asOf && <PrintedCodes citation={citation} />}
      </section>
      <div className={styles.about}>
        {citation.abstract && (
          <section className={styles.section} aria-labelledby="abstract">
            <h2 id="abstract">{t('abstract')}</h2>
            <Abstract
              key={citation.id}
              text={citation.abstract}
              lang={langOf(textLanguage(citation.abstract, tags) ?? 'en')}
            />
          </section>
        )}
        <section className={styles.section} aria-labelledby="general">
          <div className={styles.sectionLine}>
            <h2 id="general">{t('general')}</h2>
            {config?.signIn.signedIn && !asOf && (
              <div className={styles.print}>
                <AsOfButton id={addressId(citation)}>{t('asOf')}</AsOfButton>
              </div>
            )}
          </div>
          {reviewed && <p className={styles.reviewed}>{t('reviewed', { month: reviewed })}</p>}
          <GeneralInformation citation={citation} />
        </section>
      </div>
      <p className={styles.printed}>{t('printedOn', { day: shortDate(today(new Date()), locale) })}</p>
    </article>
  )
}
