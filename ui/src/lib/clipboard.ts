// The system's clipboard.

/** Whether an image may be copied: the permission is granted, or the browser will ask. */
export async function canCopyImages(): Promise<boolean> {
  if (!navigator.clipboard?.write || typeof ClipboardItem === 'undefined') return false
  try {
    const { state } = await navigator.permissions.query({ name: 'clipboard-write' as PermissionName })
    return state !== 'denied'
  } catch {
    // Browsers that do not know this permission.
    return false
  }
}

/** Copies a PNG image that is still on its way: browsers want the call within the click. */
export const copyImage = (png: Promise<Blob>) => navigator.clipboard.write([new ClipboardItem({ 'image/png': png })])

/** Copies a text; throws where the browser does not allow it. */
export async function copyText(text: string) {
  if (!navigator.clipboard) throw new Error('This browser has no clipboard here')
  await navigator.clipboard.writeText(text)
}
