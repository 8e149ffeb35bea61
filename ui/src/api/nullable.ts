// Responses as the screens read them. Their types come from the OpenAPI document (schema.d.ts), so that server and screens
// cannot diverge.

/** A response type in which every optional field is present and may be null. */
export type Nullable<T> = T extends readonly (infer Item)[]
  ? Nullable<Item>[]
  : T extends object
    ? { [Key in keyof T]-?: Nullable<Exclude<T[Key], undefined>> | (undefined extends T[Key] ? null : never) }
    : T
