// The cart lines with their estimated total.
import messages from 'messages:en/order'
import session from 'messages:en/session'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { pagesQuery } from '../../../api/catalogue/citations'
import { defaultItemNumberLabel, useItemNumberLabel } from '../../../api/config'
import type { OrderItem } from '../../../api/user'
import { LinkButton } from '../../../components/buttons/Button'
import { announce } from '../../../components/feedback/StatusLine'
import { Table } from '../../../components/list/Table'
import { useText } from '../../../i18n/useText'
import { newPacketPath } from '../../../listPaths'
import { useLanguageName } from '../../../parts/language/LanguageName'
import { usePreferredLanguage } from '../../../session/preferredLanguage'
import { TotalEstimate } from './Estimate'
import { MaterialRow, removeId } from './MaterialRow'
import styles from './MaterialsTable.module.css'
import { lineKey, type Quantities } from './useQuantities'

/** The heading above the table gets the focus when the last line is removed. */
export const materialsHeadingId = 'materials'
export function MaterialsTable({ order, quantities }: { order: OrderItem[]; quantities: Quantities }) {
  const t = useText(messages)
  const saveAsPacket = useText(session)('saveAsPacket')
  const nameOf = useLanguageName()
  const numberLabel = useNumberLabel()
  const preferred = usePreferredLanguage()
  const pages = usePages(order)
  const hasEstimates = pages.some((known) => known !== null)
  if (order.length === 0) {
    return <p className={styles.empty}>{t('empty')}</p>
  }
  const remove = (line: OrderItem, n: number) => {
    flushSync(() => quantities.remove(line))
    announce(t('removed', { title: line.title, language: nameOf(line.lang) }))
    const next = order.length === 1 ? materialsHeadingId : removeId(Math.min(n, order.length - 2))
    document.getElementById(next)?.focus()
  }
  return (
    <>
      <Table caption={t('materialsTable')} stacked>
        <thead>
          <tr>
            <th scope="col">{numberLabel}</th>
            <th scope="col">{t('materialTitle')}</th>
            <th scope="col">{t('language')}</th>
            <th scope="col">{t('quantity')}</th>
            {hasEstimates && (
              <th scope="col" data-numeric>
                {t('estimate')}
              </th>
            )}
            <th scope="col" data-actions>
              {t('remove')}
            </th>
          </tr>
        </thead>
        <tbody>
          {order.map((line, n) => (
            <MaterialRow
              key={lineKey(line)}
              line={line}
              n={n}
              quantities={quantities}
              preferred={preferred}
              pages={hasEstimates ? (pages[n] ?? null) : undefined}
              onRemove={() => remove(line, n)}
            />
          ))}
        </tbody>
      </Table>
      {!order.some((line) => quantities.invalid(line) !== undefined) && (
        <TotalEstimate lines={order.map((line, n) => ({ ...line, pages: pages[n] ?? null }))} />
      )}
      <div>
        <LinkButton size="small" to={newPacketPath({ citations: [...new Set(order.map(({ id }) => id))] })}>
          {saveAsPacket}
        </LinkButton>
      </div>
    </>
  )
}

/** The hospital's own label, or a short default. */
function useNumberLabel() {
  const t = useText(messages)
  const label = useItemNumberLabel()
  return label === defaultItemNumberLabel ? t('itemNumber') : label
}

/** The pages of one piece of each line; null if unknown or not loaded. */
function usePages(order: readonly OrderItem[]): (number | null)[] {
  const client = useQueryClient()
  const ids = [...new Set(order.map(({ id }) => id))].sort()
  const versions = useQuery(pagesQuery(client, ids))
  return order.map((line) => versions.data?.find(({ id, lang }) => id === line.id && lang === line.lang)?.pages ?? null)
}
