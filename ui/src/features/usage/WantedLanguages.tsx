// The languages in which people requested handouts that do not exist.
import t from 'messages:staff/usage'
import { Link } from 'react-router-dom'
import type { WantedLanguage } from '../../api/maintenance/usage'
import layout from '../../components/page/Page.module.css'
import { ListTable } from '../../listkit/ListTable'
import { missingTranslationsPath } from '../../listPaths'
import { countWords } from './usageWords'

export const WantedLanguages = ({ wanted }: { wanted: readonly WantedLanguage[] }) => (
  <section className={layout.section} aria-labelledby="usage-wanted">
    <h2 id="usage-wanted">{t('wanted')}</h2>
    {wanted.length === 0 ? (
      <p>{t('nothingWanted')}</p>
    ) : (
      <>
        <p>{t('wantedHint')}</p>
        <ListTable
          caption={t('wantedCaption')}
          rows={wanted}
          rowKey={({ tag }) => tag}
          stacked="inline"
          columns={[
            {
              header: t('language'),
              is: 'name',
              cell: ({ tag, name }) => (
                <Link to={missingTranslationsPath(tag)}>
                  <bdi>{name}</bdi>
                </Link>
              ),
            },
            { header: t('searches'), is: 'numeric', cell: ({ searches }) => countWords(searches) },
            { header: t('requests'), is: 'numeric', cell: ({ requests }) => countWords(requests) },
          ]}
        />
      </>
    )}
  </section>
)
