// The number of copies of a cart line.
import { wholeNumber } from '../lib/text/wholeNumber'
import { maxQuantity } from './store'

export const minQuantity = 1

/** Parses a typed quantity; null if it is invalid. */
export const parseQuantity = (typed: string) => wholeNumber(typed, minQuantity, maxQuantity)
