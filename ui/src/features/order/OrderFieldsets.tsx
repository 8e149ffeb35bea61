// The fields of the order form below the materials: contact, billing with its prices, special instructions.
import ownOrders from 'messages:en/ownOrders'
import type { UseFormReturn } from 'react-hook-form'
import type { OrderFields } from '../../api/orders'
import layout from '../../components/Page.module.css'
import { TextArea, TextField } from '../../components/TextField'
import { useText } from '../../i18n/useText'
import { lastDay } from '../../lib/dates'
import styles from './OrderPage.module.css'
import { faultOf, labels } from './orderForm'

interface Props {
  form: UseFormReturn<OrderFields>
  /** Today, `YYYY-MM-DD`. */
  day: string
  /** Number of the order that fields were filled from. */
  filledFrom: string | undefined
}

export function OrderFieldsets({ form, day, filledFrom }: Props) {
  const t = useText(ownOrders)
  const field = (name: keyof OrderFields) => ({
    ...form.register(name, { validate: (value) => faultOf(name, value, day) ?? true }),
    label: labels[name].label,
    required: labels[name].required,
    error: form.formState.errors[name]?.message,
  })
  return (
    <>
      <section aria-labelledby="contact" className={layout.section}>
        <h2 id="contact">Contact Information</h2>
        {filledFrom && <p className={styles.words}>{t('fromLast', { number: filledFrom })}</p>}
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
        <h2 id="billing">Billing</h2>
        <p className={styles.words}>The cost goes to the budget of your department.</p>
        <Prices />
        <div className={styles.fields}>
          <TextField {...field('costCenter')} />
          <TextField {...field('activity')} />
          <TextField {...field('costCategory')} />
        </div>
      </section>
      <section aria-labelledby="instructions" className={layout.section}>
        <h2 id="instructions">Special Instructions</h2>
        <TextArea {...field('specialInstructions')} rows={4} />
      </section>
    </>
  )
}

const Prices = () => (
  <table className={styles.prices}>
    <caption>Estimated cost per page</caption>
    <tbody>
      <tr>
        <th scope="row">Black and white, letter and legal</th>
        <td>$.07</td>
      </tr>
      <tr>
        <th scope="row">Color, letter and legal</th>
        <td>$.17</td>
      </tr>
    </tbody>
  </table>
)
