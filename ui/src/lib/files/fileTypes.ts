// The short names of the types of stored files.

interface KnownType {
  /** The media type. */
  type: string
  /** The usual one first. */
  extensions: readonly string[]
}

/** 'PDF', 'DOCX': the usual extension of a media type, by the types that the server accepts. */
export const typeName = (type: string, types: readonly KnownType[]): string =>
  (types.find((known) => known.type === type)?.extensions[0] ?? type.replace(/^.*\//, '')).toUpperCase()

/** Whether the first page or the picture of a file of this type is drawn. */
export const isDrawn = (type: string) => ['application/pdf', 'image/png', 'image/jpeg'].includes(type)
