// Counts the instructions of a request with Valgrind. Unlike times, the counts are the same on a busy machine.
import { execFileSync, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { loggedAddress } from './ports.mjs'

function get(address, path, headers, agent) {
  return new Promise((resolve, reject) => {
    const request = http.get(address + path, { agent, headers }, (response) => {
      response.resume()
      response.once('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`${path}: ${response.statusCode}`))))
    })
    request.once('error', reject)
  })
}

/** Requests all paths, one after the other, each time it is called; `headers` builds the headers of a request from its number. */
export function requesting(paths, headers = () => ({})) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  let number = 0
  return async ({ address }) => {
    for (const path of paths) await get(address, path, headers(number++), agent)
  }
}

/**
 * The instructions of `run`, which gets the server, at its second time. `work` is a folder for the counts; `prepare` is called
 * before, and what it returns is the second argument of `run`.
 */
export async function instructions(binary, data, run, { work, env = {}, args = [], prepare = () => undefined }) {
  const counts = join(work, 'counts')
  const valgrind = ['--tool=callgrind', '--instr-atstart=no', `--callgrind-out-file=${counts}`, binary, ...args]
  const child = spawn('valgrind', [...valgrind, '--data', data, '--listen', '127.0.0.1:0'], {
    cwd: work,
    env: { ...process.env, HANDOUT_SERVER__RATE_LIMIT: '0', RUST_LOG: 'handout=info', ...env },
  })
  const stopped = new Promise((resolve) => child.once('exit', resolve))
  const server = { address: await loggedAddress(child) }
  const prepared = await prepare(server)
  await run(server, prepared)
  execFileSync('callgrind_control', ['-i', 'on', String(child.pid)], { stdio: 'ignore' })
  await run(server, prepared)
  execFileSync('callgrind_control', ['-i', 'off', String(child.pid)], { stdio: 'ignore' })
  child.kill('SIGTERM')
  await stopped
  return Number(/^totals: (\d+)/m.exec(readFileSync(counts, 'utf8'))[1])
}
