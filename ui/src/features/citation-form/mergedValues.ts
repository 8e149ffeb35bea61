// Merges the form's values with a version that somebody else has saved.
import type { FormValues } from './formValues'

/** Applies the person's changes since `before` to the latest version; fields that they did not change show the saved values. */
export function mergedValues(before: FormValues, mine: FormValues, newest: FormValues): FormValues {
  const touched = (name: keyof FormValues) => JSON.stringify(mine[name]) !== JSON.stringify(before[name])
  const own = (Object.keys(mine) as (keyof FormValues)[]).filter(touched).map((name) => [name, mine[name]])
  return { ...newest, ...Object.fromEntries(own) }
}
