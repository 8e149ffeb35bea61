// The fields of the order form below the materials: contact, billing with its prices, special instructions.
import messages from 'messages:en/order'
import ownOrders from 'messages:en/ownOrders'
import type { UseFormReturn } from 'react-hook-form'
import type { OrderFields } from '../../../api/orders/orders'
import { useIsServersLanguage } from '../../../api/useProblemText'
import { TextArea, TextField } from '../../../components/form/TextField'
import layout from '../../../components/page/Page.module.css'
import { useText } from '../../../i18n/useText'
import { dateLimitsOf } from '../../../lib/dates/dateLimits'
import styles from './OrderPage.module.css'
import { type FieldErrorKey, fieldError, isRequired } from './orderForm'

interface Props {
  form: UseFormReturn<OrderFields>
  /** Today, `YYYY-MM-DD`. */
  day: string
  /** The number of the order from which fields were prefilled. */
  filledFrom: string | undefined
}

export function OrderFieldsets({ form, day, filledFrom }: Props) {
  const t = useText(messages)
  const own = useText(ownOrders)
  const errorOf = useFieldError(form)
  const field = (name: keyof OrderFields) => ({
    ...form.register(name, { validate: (value) => fieldError(name, value, day) ?? true }),
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
          <TextField {...field('dateRequired')} type="date" {...dateLimitsOf('dateRequired', day)} />
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

/** The type of an error reported by the server. */
export const fromServer = 'server'

/** Returns a function for the error of a field, in the current screen language. */
function useFieldError({ formState: { errors } }: UseFormReturn<OrderFields>) {
  const t = useText(messages)
  const isServersLanguage = useIsServersLanguage()
  return (name: keyof OrderFields) => {
    const { type, message = '' } = errors[name] ?? {}
    if (type === undefined) return undefined
    if (type === fromServer) return isServersLanguage ? message : t('refused')
    const error = message as FieldErrorKey
    switch (error) {
      case 'missing':
        return t(error, { label: t(name) })
      case 'tooEarly':
      case 'past':
        return t('past')
      case 'future':
      case 'tooFarAhead':
        return t('tooFarAhead')
      default:
        return t(error)
    }
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
