// The fields of the order form below the materials: contact, billing with its prices, special instructions.
import messages from 'messages:en/order'
import ownOrders from 'messages:en/ownOrders'
import type { UseFormReturn } from 'react-hook-form'
import type { OrderFields } from '../../api/orders'
import layout from '../../components/Page.module.css'
import { TextArea, TextField } from '../../components/TextField'
import { useText } from '../../i18n/useText'
import { lastDay } from '../../lib/dates'
import styles from './OrderPage.module.css'
import { type FieldFault, faultOf, isRequired } from './orderForm'
import { useIsServersLanguage } from './problemText'

interface Props {
  form: UseFormReturn<OrderFields>
  /** Today, `YYYY-MM-DD`. */
  day: string
  /** Number of the order that fields were filled from. */
  filledFrom: string | undefined
}

export function OrderFieldsets({ form, day, filledFrom }: Props) {
  const t = useText(messages)
  const own = useText(ownOrders)
  const errorOf = useFieldError(form)
  const field = (name: keyof OrderFields) => ({
    ...form.register(name, { validate: (value) => faultOf(name, value, day) ?? true }),
    label: t(name),
    required: isRequired[name],
    error: errorOf(name),
  })
  return (
    <>
      <section aria-labelledby="contact" className={layout.section}>
        <h2 id="contact">{t('contact')}</h2>
        {filledFrom && <p className={styles.words}>{own('fromLast', { number: filledFrom })}</p>}
        <div className={styles.fields}>
          <TextField {...field('firstName')} autoComplete="given-name" />
          <TextField {...field('lastName')} autoComplete="family-name" />
          <TextField {...field('email')} type="email" autoComplete="email" />
          <TextField {...field('phoneNumber')} type="tel" autoComplete="tel" />
          <TextField {...field('department')} />
          <TextField {...field('mailStop')} />
          <TextField {...field('dateOfOrder')} type="date" readOnly />
          <TextField {...field('dateRequired')} type="date" min={day} max={lastDay} />
        </div>
      </section>
      <section aria-labelledby="billing" className={layout.section}>
        <h2 id="billing">{t('billing')}</h2>
        <p className={styles.words}>{t('budget')}</p>
        <Prices />
        <div className={styles.fields}>
          <TextField {...field('costCenter')} />
          <TextField {...field('activity')} />
          <TextField {...field('costCategory')} />
        </div>
      </section>
      <section aria-labelledby="instructions" className={layout.section}>
        <h2 id="instructions">{t('specialInstructions')}</h2>
        <TextArea {...field('specialInstructions')} rows={4} />
      </section>
    </>
  )
}

/** The type of an error that the server has found, in its own words. */
export const fromServer = 'server'

/** Gives what is wrong with a field, in the language of the screen also after another one was chosen. */
function useFieldError({ formState: { errors } }: UseFormReturn<OrderFields>) {
  const t = useText(messages)
  const isServersLanguage = useIsServersLanguage()
  return (name: keyof OrderFields) => {
    const { type, message = '' } = errors[name] ?? {}
    if (type === undefined) return undefined
    if (type === fromServer) return isServersLanguage ? message : t('refused')
    const fault = message as FieldFault
    return fault === 'missing' ? t(fault, { label: t(name) }) : t(fault)
  }
}

function Prices() {
  const t = useText(messages)
  return (
    <table className={styles.prices}>
      <caption>{t('prices')}</caption>
      <tbody>
        <tr>
          <th scope="row">{t('priceBlackAndWhite')}</th>
          <td>$.07</td>
        </tr>
        <tr>
          <th scope="row">{t('priceColor')}</th>
          <td>$.17</td>
        </tr>
      </tbody>
    </table>
  )
}
