// The number of citations as text.

/** '1 citation', '1,200 citations'. */
export const citationCount = (count: number) =>
  count === 1 ? '1 citation' : `${count.toLocaleString('en-US')} citations`
