// Downloads a file in the browser.

export function saveFile(file: Blob, name: string) {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // By then the browser has read the URL, even with a slow disk.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
