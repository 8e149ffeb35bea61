// Ports and addresses of the servers that benchmarks start.

import { createServer } from 'node:net'

/** A port of this machine that nobody listens on. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((ready) => server.once('listening', ready))
  const { port } = server.address()
  await new Promise((closed) => server.close(closed))
  return port
}

/** The address in the log of a server that was started on port 0; an error with the log if the server ends before. */
export function loggedAddress(child) {
  return new Promise((resolve, reject) => {
    let log = ''
    const read = (text) => {
      if (log.length > 100_000) return
      log += text
      const found = /listening on (http:\/\/[\d.]+:\d+)\D/.exec(log)
      if (found) resolve(found[1])
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', () => reject(new Error(`the server did not start:\n${log}`)))
  })
}
