// A cart line: item number, title, language, quantity, remove.
import messages from 'messages:en/order'
import Trash from 'lucide-react/icons/trash-2'
import type { KeyboardEvent } from 'react'
import { Link } from 'react-router-dom'
import { type ChoosableLanguage, useLanguages } from '../../../api/languages'
import type { OrderItem } from '../../../api/user'
import { IconButton } from '../../../components/buttons/IconButton'
import { FieldError } from '../../../components/form/Field'
import { NumberInput } from '../../../components/form/TextField'
import { useLangAttribute, useText } from '../../../i18n/useText'
import { textLanguage } from '../../../lib/text/textLanguage'
import { useLanguageName } from '../../../parts/language/LanguageName'
import { citationPath } from '../../../paths'
import { minQuantity } from '../../../session/quantity'
import { maxQuantity } from '../../../session/store'
import { LineEstimate } from './Estimate'
import { LineVersion } from './LineVersion'
import styles from './MaterialsTable.module.css'
import type { Quantities } from './useQuantities'

export const quantityId = (n: number) => `quantity-${n}`
export const removeId = (n: number) => `remove-line-${n}`

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

export function MaterialRow({ line, n, quantities, preferred, pages, onRemove }: Props) {
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
