// The export of the whole catalogue, for administrators. Imports are in imports.ts.

import { addressOf } from '../client'

/** The URL of the whole catalogue as JSON Lines. */
export const exportPath = addressOf('GET /system/export')
