// Chooses whether all selected values of a facet must match, or any of them.
import messages from 'messages:en/results'
import { useId } from 'react'
import { useText } from '../../../i18n/useText'
import styles from './FacetGroup.module.css'

interface Props {
  any: boolean
  /** The label of the facet. */
  group: string
  onAny: (isAny: boolean) => void
}

export function AllOrAny({ any, group, onAny }: Props) {
  const t = useText(messages)
  const name = useId()
  const choice = (isAny: boolean) => (
    <label className={styles.choice}>
      <input type="radio" name={name} checked={any === isAny} onChange={() => onAny(isAny)} />
      <span>{t(isAny ? 'anyOfThese' : 'allOfThese')}</span>
    </label>
  )
  return (
    <fieldset className={styles.allOrAny}>
      <legend className="visually-hidden">{t('matchOf', { group })}</legend>
      {choice(false)}
      {choice(true)}
    </fieldset>
  )
}
