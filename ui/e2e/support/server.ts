// Starts the real binary with its sample catalogue on a free port, and stops it.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, statfsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const binary = process.env.HANDOUT_BIN ?? fileURLToPath(new URL('../../../target/debug/handout', import.meta.url))

/** Where the data directories are: in memory if that is possible, because a save waits for the disk several times. */
const folders = hasRoom('/dev/shm') ? '/dev/shm' : tmpdir()

function hasRoom(folder: string) {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 2 ** 30
}

export interface Server {
  url: string
  /** Its data directory, which is removed when it is stopped. */
  data: string
  stop: () => Promise<void>
}

/** Runs `handout --demo` with these arguments and environment variables; waits until it prints its address. */
export async function startServer(args: readonly string[] = [], env: Record<string, string> = {}): Promise<Server> {
  return run(await mkdtemp(join(folders, 'handout-e2e-')), ['--demo', ...args], env)
}

/** Runs a replica of this primary's current state, with a database that is not updated. */
export async function startReplica(primary: Server, env: Record<string, string> = {}): Promise<Server> {
  const folder = await mkdtemp(join(folders, 'handout-e2e-replica-'))
  const [data, database] = [join(folder, 'data'), join(folder, 'replica.db')]
  await mkdir(data)
  execFileSync(binary, ['--data', primary.data, 'backup', database], { stdio: 'ignore' })
  const replica = await run(data, ['serve', '--replica'], {
    HANDOUT_REPLICA__DATABASE: database,
    HANDOUT_REPLICA__PRIMARY_URL: primary.url,
    ...env,
  })
  const stop = async () => {
    await replica.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return { ...replica, stop }
}

async function run(data: string, args: readonly string[], env: Record<string, string>): Promise<Server> {
  const child = spawn(binary, ['--data', data, '--listen', '127.0.0.1:0', ...args], {
    // All pages share one address and all orders one person, which the limits would refuse.
    env: { ...process.env, HANDOUT_SERVER__RATE_LIMIT: '0', HANDOUT_ORDERS__PER_HOUR: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const last = lastLines(child)
  const url = await listening(child)
  return {
    url,
    data,
    stop: async () => {
      const ended = child.exitCode ?? child.signalCode
      if (ended !== null) throw new Error(`The server ended by itself (${ended}):\n${last.text}`)
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
      await rm(data, { recursive: true, force: true })
    },
  }
}

/** Collects the last output of the server, which shows why it ended unexpectedly. */
function lastLines(child: ChildProcess) {
  const last = { text: '' }
  child.stderr?.on('data', (chunk: Buffer) => {
    last.text = (last.text + chunk.toString()).slice(-2_000)
  })
  return last
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const url = /listening on (http:\/\/[\d.:]+)/.exec(output)?.[1]
      if (url) resolve(url)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)))
  })
}
