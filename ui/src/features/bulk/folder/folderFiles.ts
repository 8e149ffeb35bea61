// The files of a folder, as they are chosen or dropped: each with its path, of folders inside too.

/** A file with its path below what was chosen. */
export interface FolderFile {
  path: string
  /** Null if the browser could not open it. */
  file: File | null
}

export const filesOfInput = (files: Iterable<File>): FolderFile[] =>
  [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }))

/** Must be called in the handler of the drop, after which the browser takes the data back. */
export function filesOfDrop(items: Iterable<DataTransferItem>): Promise<FolderFile[]> {
  const dropped = [...items].flatMap((item) => {
    if (item.kind !== 'file') return []
    const entry = item.webkitGetAsEntry?.()
    return [entry ? filesBelow(entry) : Promise.resolve(singleFile(item.getAsFile()))]
  })
  return Promise.all(dropped).then((found) => found.flat())
}

const singleFile = (file: File | null) => (file ? [{ path: file.name, file }] : [])

async function filesBelow(entry: FileSystemEntry): Promise<FolderFile[]> {
  const path = entry.fullPath.replace(/^\//, '')
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    ).catch(() => null)
    return [{ path, file }]
  }
  const entries = await entriesOf((entry as FileSystemDirectoryEntry).createReader())
  const found = await Promise.all(entries.map(filesBelow))
  return found.flat()
}

/** A browser lists the entries of a folder in parts; the last one is empty. */
async function entriesOf(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject)).catch(
    () => [],
  )
  return part.length === 0 ? [] : [...part, ...(await entriesOf(reader))]
}

const CHUNK = 1_048_576

/** Whether two files have the same bytes. */
export async function sameContent(a: File, b: File): Promise<boolean> {
  if (a.size !== b.size) return false
  for (let start = 0; start < a.size; start += CHUNK) {
    const [first, second] = await Promise.all(
      [a, b].map(async (file) => new Uint8Array(await file.slice(start, start + CHUNK).arrayBuffer())),
    )
    if (!first || !second || first.some((byte, n) => byte !== second[n])) return false
  }
  return true
}

/** The SHA-256 of a file, as the server names contents; null where the browser computes none, without TLS. */
export async function digestOf(file: File): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer())
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
