// A host with files for tests, which the server under test may fetch.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A host with the files of a test by path; other paths answer 404. */
export interface Files {
  url: (path: string) => string
  put: (path: string, content: string, type?: string) => void
  remove: (path: string) => void
}

function filesOf(server: Server, files: Map<string, [string, string]>): Files {
  const { port } = server.address() as AddressInfo
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    put: (path, content, type = 'application/pdf') => files.set(path, [content, type]),
    remove: (path) => files.delete(path),
  }
}

/** Starts a host for files, and stops it after the worker's tests. */
export async function hostFiles(use: (files: Files) => Promise<void>) {
  const files = new Map<string, [string, string]>()
  const server = createServer(({ url = '', method }, response) => {
    const file = files.get(url)
    if (!file) return void response.writeHead(404).end()
    const [content, type] = file
    response.writeHead(200, { 'content-type': type, etag: `"${content}"`, 'content-length': content.length })
    response.end(method === 'HEAD' ? undefined : content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await use(filesOf(server, files))
  server.close()
}
