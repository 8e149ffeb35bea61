// Hands a file to the browser's downloads.

export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // The browser has taken the address by then; a minute leaves room for slow disks.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
