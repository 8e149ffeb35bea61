// Adds every handout of a packet to the cart: each in the page's language, else in one to choose; one quantity for all.
import messages from 'messages:en/packetOrder'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { ChoosableLanguage } from '../../api/languages'
import { Button } from '../../components/buttons/Button'
import { announce } from '../../components/feedback/StatusLine'
import { TextField } from '../../components/form/TextField'
import { Dialog } from '../../components/page/Dialog'
import { useText } from '../../i18n/useText'
import { patterns } from '../../paths'
import { maxQuantity, minQuantity, parseQuantity } from '../../session/merge'
import { addToOrder } from '../../session/store'
import styles from './OrderAllDialog.module.css'
import { OrderChoices } from './OrderChoices'
import { isOrderable, orderChoices, orderLines } from './orderLines'
import type { ShownItem } from './shownItems'

interface Props {
  items: readonly ShownItem[]
  language: ChoosableLanguage | null
  /** Called when the closing animation ends. */
  onClosed: () => void
}

export default function OrderAllDialog({ items, language, onClosed }: Props) {
  const t = useText(messages)
  const navigate = useNavigate()
  const form = useId()
  const [open, setOpen] = useState(true)
  const [quantity, setQuantity] = useState('1')
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const choices = orderChoices(items, language?.tag ?? null, chosen)
  const lines = orderLines(choices)
  const parsed = parseQuantity(quantity)
  const add = () => {
    if (parsed === null || lines.length === 0) return
    for (const line of lines) addToOrder(line, parsed)
    announce(t('added', { count: lines.length }))
    navigate(patterns.order)
  }
  return (
    <Dialog
      open={open}
      onClose={() => setOpen(false)}
      onClosed={onClosed}
      title={t('title')}
      footer={
        <>
          <Button onClick={() => setOpen(false)}>{t('cancel')}</Button>
          {choices.length > 0 && (
            <Button variant="primary" type="submit" form={form} disabled={lines.length === 0}>
              {t('add', { count: lines.length })}
            </Button>
          )}
        </>
      }
    >
      <form
        id={form}
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          add()
        }}
      >
        {choices.length === 0 ? (
          <p>{t('none')}</p>
        ) : (
          <div className={styles.quantity}>
            <TextField
              label={t('quantity')}
              type="number"
              inputMode="numeric"
              min={minQuantity}
              max={maxQuantity}
              value={quantity}
              error={parsed === null ? t('quantityRange', { min: minQuantity, max: maxQuantity }) : undefined}
              onChange={(event) => setQuantity(event.target.value)}
            />
          </div>
        )}
        <OrderChoices
          choices={choices}
          others={items.filter((item) => !isOrderable(item))}
          language={language}
          onChoose={(citation, lang) => setChosen((before) => new Map(before).set(citation, lang))}
        />
      </form>
    </Dialog>
  )
}
