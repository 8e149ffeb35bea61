// Adds every handout of a packet to the cart: in the page's language or else in a selected one, all with one quantity.

import messages from 'messages:en/packetOrder'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import type { ChoosableLanguage } from '../../api/languages'
import { announce } from '../../components/feedback/StatusLine'
import { NumberField } from '../../components/form/TextField'
import { FormDialog } from '../../formkit/FormDialog'
import { fieldOf } from '../../formkit/FormShell'
import { useText } from '../../i18n/useText'
import { patterns } from '../../paths'
import { minQuantity, parseQuantity } from '../../session/quantity'
import { addToOrder, maxQuantity } from '../../session/store'
import styles from './OrderAllDialog.module.css'
import { OrderChoices } from './OrderChoices'
import { isOrderable, orderChoices, orderLines } from './orderLines'
import type { ShownItem } from './shownItems'

interface Values {
  quantity: string
  /** The languages that were chosen, each with the ID of its citation. */
  chosen: [citation: string, lang: string][]
}

interface Props {
  items: readonly ShownItem[]
  language: ChoosableLanguage | null
  /** Called when the closing animation ends. */
  onClosed: () => void
}

export default function OrderAllDialog({ items, language, onClosed }: Props) {
  const t = useText(messages)
  const navigate = useNavigate()
  const form = useForm<Values>({ defaultValues: { quantity: '1', chosen: [] }, mode: 'onChange' })
  const [open, setOpen] = useState(true)
  const chosen = new Map(form.watch('chosen'))
  const choices = orderChoices(items, language?.tag ?? null, chosen)
  const lines = orderLines(choices)
  const add = ({ quantity }: Values) => {
    const parsed = parseQuantity(quantity)
    if (parsed === null || lines.length === 0) return
    for (const line of lines) addToOrder(line, parsed)
    navigate(patterns.order)
    announce(t('added', { count: lines.length }))
  }
  return (
    <FormDialog
      open={open}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      title={t('title')}
      cancel={t('cancel')}
      submit={choices.length > 0 && t('add', { count: lines.length })}
      disabled={lines.length === 0}
      form={form}
      className={styles.form}
      onSubmit={add}
    >
      {choices.length === 0 ? (
        <p>{t('none')}</p>
      ) : (
        <div className={styles.quantity}>
          <NumberField
            {...fieldOf(form, 'quantity', {
              validate: (quantity) =>
                parseQuantity(quantity) !== null || t('quantityRange', { min: minQuantity, max: maxQuantity }),
            })}
            label={t('quantity')}
            min={minQuantity}
            max={maxQuantity}
          />
        </div>
      )}
      <OrderChoices
        choices={choices}
        others={items.filter((item) => !isOrderable(item))}
        language={language}
        onChoose={(citation, lang) => form.setValue('chosen', [...chosen.set(citation, lang)])}
      />
    </FormDialog>
  )
}
