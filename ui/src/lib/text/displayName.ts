/** The name of a code, such as that of a language; the code itself if it has no name or is not well-formed. */
export function displayName(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
