// What the form shows after somebody else has saved the same citation.
import type { FormValues } from './formValues'

/** The person's own changes since `before` over the newest state: fields that they did not touch show what is saved. */
export function mergedValues(before: FormValues, mine: FormValues, newest: FormValues): FormValues {
  const touched = (name: keyof FormValues) => JSON.stringify(mine[name]) !== JSON.stringify(before[name])
  const own = (Object.keys(mine) as (keyof FormValues)[]).filter(touched).map((name) => [name, mine[name]])
  return { ...newest, ...Object.fromEntries(own) }
}
