// The export of the whole catalogue, for administrators. Imports are in imports.ts.

/** The URL of the whole catalogue as JSON Lines. */
export const exportPath = '/api/system/export'
