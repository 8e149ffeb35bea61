// Adds every handout of a packet to the cart: in the page's language or else in a selected one, all with one quantity.
import messages from 'messages:en/packetOrder'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import type { ChoosableLanguage } from '../../api/languages'
import type { PacketVersion } from '../../api/packets'
import type { OrderItem } from '../../api/user'
import { announce } from '../../components/feedback/Notice'
import { NumberField, SelectField } from '../../components/form/TextField'
import { VisuallyHidden } from '../../components/page/VisuallyHidden'
import { FormDialog } from '../../formkit/FormDialog'
import { fieldOf } from '../../formkit/FormShell'
import { useText } from '../../i18n/useText'
import { sameValue } from '../../lib/text/sameValue'
import { OwnName, useLanguageName } from '../../parts/language/LanguageName'
import { patterns } from '../../paths'
import { minQuantity, parseQuantity } from '../../session/quantity'
import { addToOrder, maxQuantity } from '../../session/store'
import styles from './OrderAllDialog.module.css'
import { defaultVersion, type ShownItem, versionIn } from './shownItems'

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

interface OrderChoicesProps {
  choices: readonly OrderChoice[]
  /** The handouts that cannot be ordered. */
  others: readonly ShownItem[]
  language: ChoosableLanguage | null
  /** Receives a language value; empty to leave the handout out. */
  onChoose: (citation: string, lang: string) => void
}

/** The handouts of a packet as they will be ordered, and those that the copy center does not print. */
function OrderChoices({ choices, others, language, onChoose }: OrderChoicesProps) {
  const t = useText(messages)
  return (
    <>
      <ul className={styles.choices}>
        {choices.map((choice) => (
          <li key={choice.item.citation}>
            <p className={styles.title} dir="auto">
              {choice.item.title}
            </p>
            {choice.isOpen ? (
              <VersionField choice={choice} language={language} onChoose={onChoose} />
            ) : (
              choice.version && (
                <p className={styles.muted}>
                  {t.rich('inLanguage', { name: () => <Name version={choice.version} /> })}
                </p>
              )
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <section aria-labelledby="not-orderable" className={styles.others}>
          <h3 id="not-orderable">{t('notOrderable')}</h3>
          <ul>
            {others.map(({ citation, title }) => (
              <li key={citation} dir="auto">
                {title}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const Name = ({ version }: { version: OrderChoice['version'] }) => version && <OwnName language={version} />

interface FieldProps extends Pick<OrderChoicesProps, 'language' | 'onChoose'> {
  choice: OrderChoice
}

/** Chooses the version of a handout that is not available in the page's language. */
function VersionField({ choice: { item, version }, language, onChoose }: FieldProps) {
  const t = useText(messages)
  const nameOf = useLanguageName()
  const label = t('languageOf', { title: item.title })
  return (
    <SelectField
      label={<VisuallyHidden>{label}</VisuallyHidden>}
      hint={language && t.rich('choose', { name: () => <OwnName language={language} /> })}
      value={version?.lang ?? ''}
      onValue={(value) => onChoose(item.citation, value)}
    >
      {[...new Set(item.languages.map(({ lang }) => lang))].map((lang) => (
        <option key={lang} value={lang}>
          {nameOf(lang)}
        </option>
      ))}
      <option value="">{t('leaveOut')}</option>
    </SelectField>
  )
}

/** A handout that the copy center prints, with the version to order. */
interface OrderChoice {
  item: ShownItem
  /** Null when the handout is omitted. */
  version: PacketVersion | null
  /** Not available in the page's language: the person chooses another version. */
  isOpen: boolean
}

const isOrderable = ({ whereToObtain, obsolete, languages }: ShownItem) =>
  sameValue(whereToObtain, 'Copy Center') && !obsolete && languages.length > 0

/**
 * The version to order of each handout: in the page's language, else the selected one. `chosen` has language values by
 * citation, empty to omit the handout; without a selection it is the default version.
 */
export const orderChoices = (
  items: readonly ShownItem[],
  tag: string | null,
  chosen: ReadonlyMap<string, string>,
): OrderChoice[] =>
  items.filter(isOrderable).map((item) => {
    const own = versionIn(item, tag)
    if (own) return { item, version: own, isOpen: false }
    const value = chosen.get(item.citation)
    const version =
      value === undefined ? defaultVersion(item) : (item.languages.find(({ lang }) => lang === value) ?? null)
    return { item, version, isOpen: true }
  })

/** The cart lines, without omitted handouts. */
export const orderLines = (choices: readonly OrderChoice[]): Omit<OrderItem, 'quantity'>[] =>
  choices.flatMap(({ item, version }) =>
    version === null
      ? []
      : [
          {
            id: item.citation,
            itemNum: version.ksbgNumber,
            lang: version.lang,
            readableId: item.readableId,
            title: item.title,
            url: version.url,
            printingSpecs: item.printingSpecs,
          },
        ],
  )
