// The top of a citation: title, actions, languages, and the version in the preferred language.

import messages from 'messages:en/citation'
import parts from 'messages:en/parts'
import Pencil from 'lucide-react/icons/pencil'
import { addressId, type Citation } from '../../../api/catalogue/citations'
import { useUser } from '../../../api/user'
import { LinkButton } from '../../../components/buttons/Button'
import { Badge } from '../../../components/feedback/Badge'
import { CatalogueTitle } from '../../../components/page/CatalogueTitle'
import { PageHeading } from '../../../components/page/PageHeading'
import { useLangAttribute, useText } from '../../../i18n/useText'
import { FavoriteStar } from '../../../parts/FavoriteStar'
import { useLanguageName, useSortedLanguages } from '../../../parts/language/LanguageName'
import type { ShownTitle } from '../../../parts/language/useShownTitle'
import { citationEditPath } from '../../../paths'
import { PreferredVersion } from '../languages/PreferredVersion'
import styles from './CitationView.module.css'
import { ReplacedBy } from './ReplacedBy'

interface Props {
  citation: Citation
  title: ShownTitle
  asOf: string | undefined
}

export function CitationHead({ citation, title, asOf }: Props) {
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
          {citation.obsolete && (
            <>
              {' '}
              <Badge>{obsoleteLabel}</Badge>
            </>
          )}
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
