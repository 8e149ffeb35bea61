// The languages in which people requested handouts that do not exist.
import messages from 'messages:staff/usage'
import { Link } from 'react-router-dom'
import type { WantedLanguage } from '../../api/maintenance/usage'
import { Table } from '../../components/list/Table'
import layout from '../../components/page/Page.module.css'
import { staffText } from '../../i18n/staffText'
import { missingTranslationsPath } from '../../listPaths'
import { countWords } from './usageWords'

const t = staffText(messages)

export const WantedLanguages = ({ wanted }: { wanted: readonly WantedLanguage[] }) => (
  <section className={layout.section} aria-labelledby="usage-wanted">
    <h2 id="usage-wanted">{t('wanted')}</h2>
    {wanted.length === 0 ? (
      <p>{t('nothingWanted')}</p>
    ) : (
      <>
        <p>{t('wantedHint')}</p>
        <Table caption={t('wantedCaption')} stacked="inline">
          <thead>
            <tr>
              <th scope="col">{t('language')}</th>
              <th scope="col" data-numeric>
                {t('searches')}
              </th>
              <th scope="col" data-numeric>
                {t('requests')}
              </th>
            </tr>
          </thead>
          <tbody>
            {wanted.map(({ tag, name, searches, requests }) => (
              <tr key={tag}>
                <td data-name>
                  <Link to={missingTranslationsPath(tag)}>
                    <bdi>{name}</bdi>
                  </Link>
                </td>
                <td data-label={t('searches')} data-numeric>
                  {countWords(searches)}
                </td>
                <td data-label={t('requests')} data-numeric>
                  {countWords(requests)}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </>
    )}
  </section>
)
