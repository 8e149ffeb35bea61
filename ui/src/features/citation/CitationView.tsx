// A citation as people read and print it.
import Pencil from 'lucide-react/icons/pencil'
import Printer from 'lucide-react/icons/printer'
import { addressId, type Citation } from '../../api/citations'
import { useConfig } from '../../api/config'
import { useUser } from '../../api/user'
import { Badge } from '../../components/Badge'
import { Button, LinkButton } from '../../components/Button'
import { PageHeading } from '../../components/PageHeading'
import { shortDate, today } from '../../lib/dates'
import { sortLanguages, textLanguage } from '../../lib/languages'
import { sameValue } from '../../lib/sameValue'
import { citationEditPath } from '../../paths'
import { FavoriteStar } from '../../session/FavoriteStar'
import { Abstract } from './Abstract'
import styles from './CitationView.module.css'
import { GeneralInformation } from './GeneralInformation'
import { LanguageTable } from './LanguageTable'
import { PrintedCodes } from './PrintedCodes'

export function CitationView({ citation }: { citation: Citation }) {
  const { isAdmin } = useUser()
  const hospital = useConfig()?.hospital
  const names = citation.languages.map(({ lang }) => lang)
  const ownPublisher = sameValue(citation.publisher?.name, hospital?.name)
  return (
    <article className={styles.page}>
      <p className={styles.printed}>{`${hospital?.name ?? ''} Patient and Family Education`}</p>
      <header className={styles.head}>
        <div className={styles.titleLine}>
          <PageHeading lang={textLanguage(citation.title, names)}>
            {citation.title}
            {citation.obsolete && (
              <>
                {' '}
                <Badge>Obsolete</Badge>
              </>
            )}
          </PageHeading>
          <div className={styles.actions}>
            <FavoriteStar id={citation.id} title={citation.title} />
            {isAdmin && (
              <LinkButton
                to={citationEditPath(addressId(citation))}
                icon={<Pencil aria-hidden />}
                className={styles.edit}
              >
                Edit
              </LinkButton>
            )}
          </div>
        </div>
        {names.length > 0 && <p className={styles.languages}>{sortLanguages([...new Set(names)]).join(', ')}</p>}
        {citation.printingSpecs && (
          <p className={styles.specs}>
            <b>Printing specs:</b> {citation.printingSpecs}
          </p>
        )}
      </header>
      <section className={styles.section} aria-labelledby="languages">
        <div className={styles.sectionLine}>
          <h2 id="languages">Languages</h2>
          <Button
            variant="quiet"
            size="small"
            className={styles.print}
            icon={<Printer aria-hidden />}
            onClick={() => window.print()}
          >
            Print this page
          </Button>
        </div>
        <LanguageTable citation={citation} ownPublisher={ownPublisher} />
        {ownPublisher && <PrintedCodes citation={citation} />}
      </section>
      <div className={styles.about}>
        {citation.abstract && (
          <section className={styles.section} aria-labelledby="abstract">
            <h2 id="abstract">Abstract</h2>
            <Abstract key={citation.id} text={citation.abstract} lang={textLanguage(citation.abstract, names)} />
          </section>
        )}
        <section className={styles.section} aria-labelledby="general">
          <h2 id="general">General Information</h2>
          <GeneralInformation citation={citation} />
        </section>
      </div>
      <p className={styles.printed}>{`Printed ${shortDate(today(new Date()))}`}</p>
    </article>
  )
}
