// The cart lines with their estimated total.
import messages from 'messages:en/order'
import session from 'messages:en/session'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import Trash from 'lucide-react/icons/trash-2'
import { type KeyboardEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router-dom'
import { citationQuery, pagesQuery } from '../../../api/catalogue/citations'
import { defaultItemNumberLabel, useItemNumberLabel } from '../../../api/config'
import { type ChoosableLanguage, isInLanguage, useLanguages } from '../../../api/languages'
import type { OrderItem } from '../../../api/user'
import { IconButton, LinkButton } from '../../../components/buttons/Button'
import { announce } from '../../../components/feedback/Notice'
import { FieldError, NumberInput } from '../../../components/form/TextField'
import { Table } from '../../../components/list/Table'
import { useLangAttribute, useLocale, useText } from '../../../i18n/useText'
import { dollars, isColor, lineCents, sumEstimates } from '../../../lib/estimate'
import { textLanguage } from '../../../lib/text/textLanguage'
import { newPacketPath } from '../../../listPaths'
import { useLanguageName } from '../../../parts/language/LanguageName'
import { NotYet, VersionLink } from '../../../parts/language/VersionLink'
import { citationPath } from '../../../paths'
import { usePreferredLanguage } from '../../../session/preferredLanguage'
import { minQuantity, parseQuantity } from '../../../session/quantity'
import { maxQuantity, removeFromOrder, setQuantity } from '../../../session/store'
import styles from './MaterialsTable.module.css'

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

export const quantityId = (n: number) => `quantity-${n}`
const removeId = (n: number) => `remove-line-${n}`

interface Props {
  line: OrderItem
  /** The index of the line. */
  n: number
  quantities: Quantities
  /** The preferred language, if one is chosen. */
  preferred: ChoosableLanguage | null
  /** The pages of one piece, null if unknown; undefined if nothing is estimated. */
  pages: number | null | undefined
  onRemove: () => void
}

/** A cart line: item number, title, language, quantity, remove. */
function MaterialRow({ line, n, quantities, preferred, pages, onRemove }: Props) {
  const t = useText(messages)
  const langAttribute = useLangAttribute()
  const language = useLanguageName()(line.lang)
  const tag = useLanguages().byValue(line.lang)?.tag ?? undefined
  return (
    <tr>
      <td data-label={t('itemNumber')}>{line.itemNum || t('noNumber')}</td>
      <td data-label={t('materialTitle')} data-name>
        <div>
          <Link
            to={citationPath(line.readableId || line.id)}
            dir="auto"
            lang={langAttribute(textLanguage(line.title, ['en', tag]) ?? 'en')}
          >
            {line.title}
          </Link>
          {line.printingSpecs && (
            <p className={styles.specs} lang={langAttribute('en')}>
              {line.printingSpecs}
            </p>
          )}
          {preferred && <LineVersion line={line} preferred={preferred} />}
        </div>
      </td>
      <td data-label={t('language')}>{language}</td>
      <td data-label={t('quantity')}>
        <Quantity line={line} id={quantityId(n)} quantities={quantities} />
      </td>
      {pages !== undefined && (
        <td data-label={t('estimate')} data-numeric>
          {quantities.invalid(line) === undefined && <LineEstimate line={line} pages={pages} />}
        </td>
      )}
      <td data-label="" data-actions>
        <IconButton
          id={removeId(n)}
          label={t('removeLine', { title: line.title, language })}
          tooltip={t('remove')}
          onClick={onRemove}
        >
          <Trash aria-hidden />
        </IconButton>
      </td>
    </tr>
  )
}

/** Enter in a quantity field must not submit the order. */
const preventSubmit = (event: KeyboardEvent) => {
  if (event.key === 'Enter') event.preventDefault()
}

function Quantity({ line, id, quantities }: { line: OrderItem; id: string; quantities: Quantities }) {
  const t = useText(messages)
  const language = useLanguageName()(line.lang)
  const wrong = quantities.invalid(line)
  const errorId = `${id}-error`
  return (
    <div className={styles.quantity}>
      <NumberInput
        id={id}
        min={minQuantity}
        max={maxQuantity}
        value={wrong ?? line.quantity}
        aria-label={t('quantityOf', { title: line.title, language })}
        aria-invalid={wrong === undefined ? undefined : true}
        aria-describedby={wrong === undefined ? undefined : errorId}
        onKeyDown={preventSubmit}
        onChange={(event) => quantities.change(line, event.target.value)}
      />
      {wrong !== undefined && (
        <FieldError id={errorId}>{t('quantityRange', { min: minQuantity, max: maxQuantity })}</FieldError>
      )}
    </div>
  )
}

/** The preferred language's version of a cart line: a link, or a text that it is missing. */
function LineVersion({ line, preferred }: { line: OrderItem; preferred: ChoosableLanguage }) {
  const { byValue } = useLanguages()
  const isPreferred = isInLanguage(byValue(line.lang), preferred.tag)
  const citation = useQuery({ ...citationQuery(line.id), enabled: !isPreferred }).data?.citation
  if (isPreferred) {
    return (
      <p className={styles.version}>
        <VersionLink language={preferred} citation={line.id} lang={line.lang} url={line.url} title={line.title} />
      </p>
    )
  }
  if (!citation) return null
  const versions = citation.languages.filter(({ lang }) => isInLanguage(byValue(lang), preferred.tag))
  const version = versions.find(({ url }) => url) ?? versions[0]
  return (
    <p className={styles.version} data-missing={!version || undefined}>
      {version ? (
        <VersionLink language={preferred} citation={line.id} lang={version.lang} url={version.url} title={line.title} />
      ) : (
        <NotYet language={preferred} />
      )}
    </p>
  )
}

/** The estimated cost of a line, and the total of the lines whose number of pages is known. */
function LineEstimate({ line, pages }: { line: OrderItem; pages: number | null }) {
  const t = useText(messages)
  const locale = useLocale()
  const cents = lineCents({ ...line, pages })
  if (cents === null) return <span className={styles.specs}>{t('notKnown')}</span>
  return (
    <>
      {dollars(cents / 100, locale)}
      <span className={styles.pages}>
        {t(isColor(line.printingSpecs) ? 'pagesColor' : 'pagesBlackAndWhite', { count: pages ?? 0 })}
      </span>
    </>
  )
}

/** Nothing if no line's pages are known: a total of zero would look free. */
function TotalEstimate({ lines }: { lines: readonly (OrderItem & { pages: number | null })[] }) {
  const t = useText(messages)
  const locale = useLocale()
  const { cents, known, unknown } = sumEstimates(lines)
  if (known === 0) return null
  return (
    <div className={styles.total}>
      <p>{t.rich('total', { amount: () => <strong>{dollars(cents / 100, locale)}</strong> })}</p>
      <p className={styles.specs}>
        {unknown > 0 && `${t('without', { count: unknown })} `}
        {t('onlyEstimate')}
      </p>
    </div>
  )
}

const lineKey = ({ id, lang }: OrderItem) => `${id} ${lang}`

interface Quantities {
  /** The typed text of an invalid quantity. */
  invalid: (line: OrderItem) => string | undefined
  change: (line: OrderItem, text: string) => void
  remove: (line: OrderItem) => void
}

/**
 * The typed quantities: valid ones are written to the cart, invalid ones stay in their fields until they are corrected.
 */
export function useQuantities(): Quantities {
  const [typed, setTyped] = useState<Record<string, string>>({})
  const without = (line: OrderItem) => {
    const { [lineKey(line)]: _, ...others } = typed
    return others
  }
  return {
    invalid: (line) => typed[lineKey(line)],
    change: (line, text) => {
      const quantity = parseQuantity(text)
      setTyped(quantity === null ? { ...typed, [lineKey(line)]: text } : without(line))
      if (quantity !== null) setQuantity(line.id, line.lang, quantity)
    },
    remove: (line) => {
      setTyped(without(line))
      removeFromOrder(line.id, line.lang)
    },
  }
}
