// `Intl` objects, which browsers take milliseconds to make.

/** Returns a function that makes an object for a locale and options once, and finds it again afterwards. */
export function byLocale<Made, Options = object>(make: (locale: string, options?: Options) => Made) {
  const made = new Map<string, Made>()
  return (locale?: unknown, options?: Options): Made => {
    const key = `${locale} ${JSON.stringify(options)}`
    const found = made.get(key) ?? make(String(locale), options)
    made.set(key, found)
    return found
  }
}
