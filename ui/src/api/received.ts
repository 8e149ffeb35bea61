// Answers as the screens read them. Their shapes come from the server's own description (schema.d.ts), so that neither can
// change alone.

/** A described type as it is read: a field that may be absent counts as null. */
export type Received<T> = T extends readonly (infer Item)[]
  ? Received<Item>[]
  : T extends object
    ? { [Key in keyof T]-?: Received<Exclude<T[Key], undefined>> | (undefined extends T[Key] ? null : never) }
    : T
