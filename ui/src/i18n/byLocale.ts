// Caches `Intl` objects, because creating one takes milliseconds.

/** Returns a function that creates an object for a locale and options once, and reuses it afterwards. */
export function byLocale<Made, Options = object>(make: (locale: string, options?: Options) => Made) {
  const made = new Map<string, Made>()
  return (locale?: unknown, options?: Options): Made => {
    const key = `${locale} ${JSON.stringify(options)}`
    const found = made.get(key) ?? make(String(locale), options)
    made.set(key, found)
    return found
  }
}
