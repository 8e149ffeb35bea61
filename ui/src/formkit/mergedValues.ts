// Merges the values of a form with a version that somebody else has saved.

/** The names of the fields that differ, in the order of the first object. */
export const changedFields = <Fields extends object>(before: Fields, after: Fields) =>
  (Object.keys(before) as (keyof Fields & string)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )

/**
 * Applies the person's changes since `before` to the latest version; fields that they did not change show the saved values.
 * `saved` are the fields that a save sends of the values.
 */
export function mergedValues<Values extends object>(
  before: Values,
  mine: Values,
  newest: Values,
  saved: (values: Values) => object = (values) => values,
): Values {
  const own = changedFields(saved(before), saved(mine)).map((name) => [name, mine[name as keyof Values]])
  return { ...newest, ...Object.fromEntries(own) }
}
