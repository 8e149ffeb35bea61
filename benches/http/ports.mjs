// Ports for the servers that benchmarks start.

import { createServer } from 'node:net'

/** A port of this machine that nobody listens on. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((ready) => server.once('listening', ready))
  const { port } = server.address()
  await new Promise((closed) => server.close(closed))
  return port
}
