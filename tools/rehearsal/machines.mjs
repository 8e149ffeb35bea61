// Machines for the rehearsal: each a fresh Debian 12 below target/ that systemd boots in a container, with an address of its
// own on a bridge of this machine. The machines reach this one and each other, and nothing else.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const bridge = 'handout-go-live'
/** The address of this machine, at which the hospital's own servers are. Source: RFC 5737, TEST-NET-2. */
export const hostAddress = '198.51.100.1'
/** What every server of a hospital has before Handout comes. */
const basics = ['systemd', 'systemd-sysv', 'dbus', 'sudo', 'ca-certificates']
const path = '/usr/sbin:/usr/bin:/sbin:/bin'

const run = (command, ...args) => {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1 << 26 })
  if (error || status !== 0) throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}${error ?? ''}`)
  return stdout
}

/** What `find` finds, within a minute. */
export async function eventually(what, find) {
  for (let tries = 0; tries < 300; tries++) {
    const found = await find()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`not within a minute: ${what}`)
}

/** Makes the network of the machines, again if an interrupted rehearsal left one; returns what removes it. */
export function makeNetwork() {
  spawnSync('ip', ['link', 'delete', bridge])
  const others = run('ip', 'route', 'show', 'root', '198.51.100.0/24')
  if (others !== '') throw new Error(`this machine has a network with the addresses of the rehearsal: ${others}`)
  run('ip', 'link', 'add', bridge, 'type', 'bridge')
  run('ip', 'address', 'add', `${hostAddress}/24`, 'dev', bridge)
  run('ip', 'link', 'set', bridge, 'up')
  return () => spawnSync('ip', ['link', 'delete', bridge])
}

export class Machine {
  #leader
  #container
  #started = []

  /** `hosts` are the lines of its /etc/hosts, `downloaded` the packages that can be installed later, without a network. */
  constructor(name, address, { folder, hosts, authority, installed = [], downloaded = [], files = {} }) {
    Object.assign(this, { name, address, root: join(folder, `debian-12.${name}`) })
    run('bash', 'tools/release/fresh-debian.sh', this.root, ...basics, ...installed)
    const inside = (...command) =>
      run('env', '-i', `PATH=${path}`, 'DEBIAN_FRONTEND=noninteractive', 'chroot', this.root, ...command)
    inside('useradd', '--create-home', '--shell', '/bin/bash', 'it')
    this.write('/etc/sudoers.d/it', 'it ALL=(ALL) NOPASSWD: ALL\n')
    for (const [file, from] of Object.entries(files)) this.copy(from, file)
    if (downloaded.length > 0) {
      inside('apt-get', 'update', '-qq')
      inside('apt-get', 'install', '-y', '-qq', '--download-only', ...downloaded)
    }
    this.write('/etc/hosts', `127.0.0.1 localhost ${name}\n${hosts.join('\n')}\n`)
    this.write('/etc/hostname', `${name}\n`)
    // The hospital's own authority, as first-aid.md tells.
    this.copy(authority, '/usr/local/share/ca-certificates/hospital.crt')
    inside('update-ca-certificates')
  }

  write(file, text) {
    const to = join(this.root, file)
    mkdirSync(dirname(to), { recursive: true })
    writeFileSync(to, text)
  }

  copy(from, file) {
    const to = join(this.root, file)
    mkdirSync(dirname(to), { recursive: true })
    cpSync(from, to, { recursive: true })
  }

  read(file) {
    return readFileSync(join(this.root, file), 'utf8')
  }

  /** Boots the machine and waits until systemd has started everything. */
  async boot() {
    const options = ['--boot', '--register=no', '--keep-unit', '--console=pipe', '--link-journal=no', '--resolv-conf=off']
    const arguments_ = [...options, `--directory=${this.root}`, `--machine=${this.name}`, `--network-bridge=${bridge}`]
    // Ends with this process, however that ends.
    const tied = ['--pdeathsig', 'TERM', 'systemd-nspawn', ...arguments_]
    this.#container = spawn('setpriv', tied, { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    this.#container.stderr.on('data', (chunk) => {
      said += chunk
    })
    const children = `/proc/${this.#container.pid}/task/${this.#container.pid}/children`
    const isUp = async () => {
      if (this.#container.exitCode !== null) throw new Error(`${this.name} does not boot: ${said}`)
      this.#leader = readFileSync(children, 'utf8').trim().split(' ')[0]
      return this.#leader && (await this.try('systemctl is-system-running --wait', 'root')).status === 0
    }
    await eventually(`${this.name} is up`, isUp)
    for (const command of [`address add ${this.address}/24 dev host0`, 'link set host0 up'])
      run('nsenter', '-t', this.#leader, '-n', 'ip', ...command.split(' '))
  }

  /** Ends the machine at once. */
  async stop() {
    if (this.#container === undefined || this.#container.exitCode !== null) return
    const ended = once(this.#container, 'exit')
    if (this.#leader) process.kill(Number(this.#leader), 'SIGKILL')
    // `su` without a terminal stops itself, and a stopped process would not collect its children.
    for (const child of this.#started) child.kill('SIGCONT')
    await ended
  }

  #command(command, user) {
    const entered = ['-t', this.#leader, '-m', '-u', '-i', '-n', '-p', '--', 'env', '-i', `PATH=${path}`]
    return [...entered, 'su', '--login', user, '--command', command]
  }

  /** Runs a command line as a person would who has signed in, and who answers yes to questions. */
  async try(command, user = 'it') {
    const child = spawn('nsenter', this.#command(command, user))
    const result = { stdout: '', stderr: '' }
    for (const stream of ['stdout', 'stderr'])
      child[stream].setEncoding('utf8').on('data', (chunk) => {
        result[stream] += chunk
      })
    child.stdin.on('error', () => {}).end('y\n')
    const [status] = await once(child, 'close')
    return { ...result, status }
  }

  /** The output of a command line; an error unless it succeeds. */
  async run(command) {
    const { status, stdout, stderr } = await this.try(command)
    if (status !== 0) throw new Error(`${this.name}$ ${command}\n${stdout}${stderr}`)
    return stdout
  }

  /** Starts what runs until the machine stops. */
  start(command) {
    this.#started.push(spawn('nsenter', this.#command(command, 'it'), { stdio: 'ignore' }))
  }

  /** Runs a script of this machine in the network of that one. */
  runInNetwork(script, args) {
    return new Promise((resolve, reject) => {
      const child = spawn('nsenter', ['-t', this.#leader, '-n', '--', process.execPath, script, ...args])
      let output = ''
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
      child.on('exit', (code) => (code === 0 ? resolve(output) : reject(new Error(`${args.join(' ')}\n${output}`))))
    })
  }
}

/** Installs on this machine what boots machines. */
export function installTools() {
  const needed = { 'systemd-nspawn': 'systemd-container', ip: 'iproute2', openssl: 'openssl' }
  const isThere = (command) => path.split(':').some((folder) => existsSync(join(folder, command)))
  const missing = Object.entries(needed).flatMap(([command, name]) => (isThere(command) ? [] : [name]))
  if (missing.length === 0) return
  console.log(`Installing Debian packages: ${missing.join(' ')}`)
  run('apt-get', 'update', '-qq')
  run('env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...missing)
}

/** A new authority and two certificates by it, in `folder`: `site` for the names in `site`, `services` for the others. */
export function makeCertificates(folder, names) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const openssl = (...args) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '30']
  openssl('req', '-x509', ...key, '-subj', '/CN=Hospital', '-keyout', 'ca.key', '-out', 'ca.crt')
  for (const [file, hosts] of Object.entries(names)) {
    const alternatives = `subjectAltName=${hosts.map((host) => `DNS:${host}`).join(',')}`
    const subject = ['-subj', `/CN=${hosts[0]}`, '-addext', alternatives, '-addext', 'basicConstraints=CA:FALSE']
    const authority = ['-CA', 'ca.crt', '-CAkey', 'ca.key']
    openssl('req', '-x509', ...key, ...subject, ...authority, '-keyout', `${file}.key`, '-out', `${file}.crt`)
  }
}
