// The system's clipboard.

/** Whether images can be copied: the permission is granted, or the browser will ask for it. */
export async function canCopyImages(): Promise<boolean> {
  if (!navigator.clipboard?.write || typeof ClipboardItem === 'undefined') return false
  try {
    const { state } = await navigator.permissions.query({ name: 'clipboard-write' as PermissionName })
    return state !== 'denied'
  } catch {
    // The browser does not know this permission.
    return false
  }
}

/** Copies a PNG image that is still loading: browsers require the call during the click. */
export const copyImage = (png: Promise<Blob>) => navigator.clipboard.write([new ClipboardItem({ 'image/png': png })])

/** Copies a text; throws if the browser does not allow it. */
export async function copyText(text: string) {
  if (!navigator.clipboard) throw new Error('The clipboard is not available on this page')
  await navigator.clipboard.writeText(text)
}
