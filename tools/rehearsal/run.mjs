// Rehearses going live: executes docs/guide/go-live.md on a fresh Debian 12, with the examples of docs/operations/install.md and
// with parts like those of a hospital.
//   node tools/rehearsal/run.mjs [PACKAGE]
// Needs root and Debian's mirror. Prints a line with the seconds of each step, and stops at the first that fails. Every command
// of the page is executed as it is there, by `onPage`; tests/conventions compares them. With KEEP=1 the machines run on after a
// failure.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eventually, hostAddress, installTools, Machine, makeCertificates, makeNetwork } from './machines.mjs'
import { startMailServer, startProvider } from './services.mjs'

process.chdir(fileURLToPath(new URL('../..', import.meta.url)))
const target = resolve(process.env.CARGO_TARGET_DIR ?? 'target')
const released = join(target, 'release-files')
const packages = () => (existsSync(released) ? readdirSync(released).filter((name) => name.endsWith('.deb')) : [])
const packageFile = resolve(process.argv[2] ?? join(released, packages()[0] ?? 'PACKAGE.deb'))
if (!existsSync(packageFile)) {
  console.error(`error: there is no package ${packageFile}; make release makes one`)
  process.exit(2)
}

const installPage = readFileSync('docs/operations/install.md', 'utf8')
/** The example in `language` below a heading of install.md. */
function example(heading, language) {
  const section = installPage.split(`\n${heading}\n`)[1]
  const block = section?.match(new RegExp(`\`\`\`${language}\n(.*?)\n\`\`\``, 's'))
  if (!block) throw new Error(`install.md has no example in ${language} below '${heading}'`)
  return `${block[1]}\n`
}
const value = (toml, key) => toml.match(new RegExp(`^${key} = "([^"]*)"`, 'm'))[1]
const proxySettings = example('### Behind a reverse proxy', 'toml')
const identitySettings = example('## Single sign-on', 'toml')
const mailSettings = example('## Mail', 'toml')

const site = value(proxySettings, 'public_url')
const issuer = value(identitySettings, 'issuer')
const smtp = new URL(value(mailSettings, 'smtp_url'))
const copyCenter = value(mailSettings, 'copy_center_email')
const [siteHost, providerHost] = [site, issuer].map((url) => new URL(url).hostname)
const addresses = { server: '198.51.100.10', spare: '198.51.100.11', clinic: '198.51.100.12' }
const hosts = [`${addresses.server} ${siteHost}`, `${hostAddress} ${providerHost} ${smtp.hostname}`]
const secrets = { client: 'a secret of the provider', mail: 'a secret of the mail server' }
const settingsFile = '/etc/handout/handout.toml'

const folder = join(target, 'rehearsal')
const certificate = (name) => join(folder, 'certificates', name)
const tls = () => ({ key: readFileSync(certificate('services.key')), cert: readFileSync(certificate('services.crt')) })
const hospital = join(folder, 'hospital')
/** What is edited, opened and ordered. */
const title = 'Croup: the barking cough'
const mails = []
const cleanups = []
let server
let spare
let clinic

/** A command of the page, as it is there. */
const onPage = (machine, command) => machine.run(command)

function expect(isRight, reason, output) {
  if (!isRight) throw new Error(`${reason}\n${output}`)
}

/** The lines of `handout check`; each of `names` is there and says ok. */
function expectChecked(output, ...names) {
  for (const name of names) expect(new RegExp(`^${name} +ok `, 'm').test(output), `no line '${name} ok'`, output)
}

const appendSettings = (text) => server.write(settingsFile, `${server.read(settingsFile)}\n${text}`)

const browse = (...args) => clinic.runInNetwork('tools/rehearsal/browsers.mjs', args)

const steps = {
  'Three fresh machines, a provider and a mail server': async () => {
    installTools()
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    makeCertificates(join(folder, 'certificates'), { site: [siteHost], services: [providerHost, smtp.hostname] })
    execFileSync('python3', ['tools/rehearsal/moving_in.py', hospital])
    cleanups.push(makeNetwork())
    const parts = { folder: target, hosts, authority: certificate('ca.crt') }
    const installer = `/home/it/${basename(packageFile)}`
    const files = { [installer]: packageFile }
    const browsers = ['chromium-driver', 'firefox-esr', 'webkit2gtk-driver', 'xvfb', 'xauth', 'fonts-dejavu-core']
    server = new Machine('server', addresses.server, { ...parts, files, downloaded: [installer, 'nginx-light'] })
    spare = new Machine('spare', addresses.spare, { ...parts, files, downloaded: [installer] })
    clinic = new Machine('clinic', addresses.clinic, { ...parts, installed: browsers })
    const ca = '/usr/local/share/ca-certificates/hospital.crt'
    const der = readFileSync(certificate('ca.crt'), 'utf8').replace(/-----.*-----|\n/g, '')
    clinic.write('/etc/chromium/policies/managed/hospital.json', JSON.stringify({ CACertificates: [der] }))
    clinic.write('/etc/firefox/policies/policies.json', JSON.stringify({ policies: { Certificates: { Install: [ca] } } }))
    for (const machine of [server, spare, clinic]) {
      cleanups.push(() => machine.stop())
      await machine.boot()
    }
    const client = { client_id: value(identitySettings, 'client_id'), client_secret: secrets.client }
    const provider = await startProvider({ issuer, host: hostAddress, tls: tls(), client, site })
    const account = { user: smtp.username, password: secrets.mail }
    const mailServer = await startMailServer({ host: hostAddress, tls: tls(), ...account, mails })
    cleanups.push(() => {
      for (const one of [provider, mailServer]) one.close()
    })
  },

  '1. Package': async () => {
    await onPage(server, 'sudo apt install ./handout_*.deb')
    await onPage(server, 'curl -fsS http://127.0.0.1:8080/healthz')
  },

  '2. DNS': async () => {
    const found = await onPage(server, 'getent hosts handouts.example.org')
    expect(found.startsWith(addresses.server), 'another address', found)
  },

  '3. TLS, by nginx with gzip': async () => {
    const nginx = example('### Behind a reverse proxy', 'nginx')
    await server.run('sudo apt install nginx-light')
    server.copy(certificate('site.crt'), nginx.match(/ssl_certificate +(\S+);/)[1])
    server.copy(certificate('site.key'), nginx.match(/ssl_certificate_key +(\S+);/)[1])
    server.write('/etc/nginx/conf.d/handouts.conf', nginx)
    server.write('/etc/nginx/conf.d/gzip.conf', 'gzip_types application/json text/css text/javascript;\ngzip_proxied any;\n')
    await server.run('sudo nginx -t && sudo systemctl reload nginx')
    const installed = server.read(settingsFile)
    server.write(settingsFile, installed.replace(/\[server\][^]*(?=\[data\])/, `${proxySettings}\n`))
    await onPage(server, 'sudo systemctl restart handout')
    await onPage(server, 'curl -fsSI https://handouts.example.org/')
  },

  '4. Sign-in': async () => {
    server.write('/home/it/client-secret', `${secrets.client}\n`)
    await onPage(server, 'sudo install -m 640 -g handout client-secret /etc/handout/')
    appendSettings(identitySettings)
    await restart()
    const checked = await onPage(server, 'sudo -u handout handout check')
    expectChecked(checked, 'identity provider', 'sign-in scopes', 'sign-in claims')
    expect(checked.includes('the provider does not list groups'), 'the missing scope is not named', checked)
  },

  '5. First administrator': async () => {
    await onPage(server, 'sudo -u handout handout admin grant ada@example.org')
    const granted = await onPage(server, 'sudo -u handout handout admin list')
    expect(granted.includes('ada@example.org'), 'the grant is not listed', granted)
  },

  '6. Import of a workbook and a folder of files': async () => {
    server.copy(join(hospital, 'catalogue.xlsx'), '/home/it/catalogue.xlsx')
    server.copy(join(hospital, 'handouts'), '/srv/handouts')
    const wouldBe = await onPage(server, 'sudo -u handout handout import - --dry-run < catalogue.xlsx')
    const done = await onPage(server, 'sudo -u handout handout import - < catalogue.xlsx')
    for (const counts of [wouldBe, done]) expect(/^[1-9]\d* new, .* 0 bad$/m.test(counts), 'nothing new', counts)
    const attached = await onPage(server, 'sudo -u handout handout files attach /srv/handouts')
    expect(/^[1-9]\d* attached, .* 0 left/m.test(attached), 'files were left', attached)
  },

  '6. A citation edited in Chromium': () => edit('chromium', 'chromedriver --port=9515'),
  '6. A citation edited in Firefox': () => edit('firefox', 'firefox-esr --headless --marionette'),
  '6. A citation edited in WebKit': () => edit('webkit', 'xvfb-run --auto-servernum WebKitWebDriver --port=9516'),
  "6. A handout opened at a phone's width": () => browse('phone', 'read', title),

  '7. Mail: an order placed and mailed': async () => {
    server.write('/home/it/smtp-password', `${secrets.mail}\n`)
    await onPage(server, 'sudo install -m 640 -g handout smtp-password /etc/handout/')
    appendSettings(mailSettings)
    await restart()
    expectChecked(await onPage(server, 'sudo -u handout handout check'), 'mail server', 'mail to orders')
    await browse('chromium', 'order', 'casey', title)
    const isOrder = (mail) => mail.to.includes(copyCenter) && mail.text.includes(title)
    const order = await eventually('the mail about the order', () => mails.find(isOrder))
    expect(order.to.includes('casey@example.org'), 'the orderer gets no copy', order.text)
  },

  '8. Crisis lines': async () => {
    const lines = await onPage(server, "curl -fsS 'https://handouts.example.org/search?q=suicide' | grep -o 'tel:[0-9+]*'")
    expect(lines.includes('tel:988'), 'the number is not shown', lines)
  },

  '9. Backups': async () => {
    await onPage(server, 'sudo install -d -o handout -g handout -m 700 /var/backups/handout')
    appendSettings(`[backup]\ndir = "/var/backups/handout"\nhour = ${(await server.run('date +%-H')).trim()}\n`)
    await restart()
    const made = async () => (await server.try('sudo ls /var/backups/handout | grep "^catalogue-.*[.]db$"')).status === 0
    await eventually('the scheduled backup', made)
    await onPage(server, 'sudo -u handout handout backup /var/backups/handout/first.db --files /var/backups/handout/files')
  },

  '10. Drill on another machine': async () => {
    await onPage(server, 'sudo tar -C /var/backups/handout -cf first.tar first.db files')
    await spare.run('sudo apt install ./handout_*.deb')
    spare.copy(join(server.root, 'home/it/first.tar'), '/home/it/first.tar')
    await onPage(spare, 'tar -xf first.tar')
    const drilled = await onPage(spare, 'handout drill first.db')
    expect(drilled.includes('The backup is good'), 'the backup is not good', drilled)
  },

  '11. Restore': async () => {
    await onPage(server, 'sudo systemctl stop handout')
    await onPage(server, 'sudo -u handout handout restore /var/backups/handout/first.db --files /var/backups/handout/files')
    await onPage(server, 'sudo systemctl start handout')
  },

  '12. Monitoring': async () => {
    await onPage(server, 'curl -fsS https://handouts.example.org/readyz')
  },

  '13. Last look': async () => {
    const checked = await onPage(server, 'sudo -u handout handout check')
    expectChecked(checked, 'settings', 'database', 'search index', 'backups')
    await server.run('sudo systemctl start handout-drill')
    const log = await server.run('sudo journalctl -u handout --no-pager --quiet')
    const warnings = log.split('\n').filter((line) => / (WARN|ERROR) /.test(line))
    expect(warnings.length === 0, 'the log has warnings', warnings.join('\n'))
  },
}

function restart() {
  return onPage(server, 'sudo systemctl restart handout')
}

function edit(browser, driver) {
  clinic.start(driver)
  return browse(browser, 'edit', 'ada', title, `Checked in ${browser}.`)
}

let ending
/** Stops the machines and removes their network, once. */
const cleanUp = () => {
  ending ??= (async () => {
    for (const one of cleanups.reverse()) await one()
  })()
  return ending
}
const interrupted = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, resolve)
})
interrupted.then(cleanUp).then(() => process.exit(130))

for (const [name, run] of Object.entries(steps)) {
  const begun = Date.now()
  const error = await Promise.resolve()
    .then(run)
    .then(
      () => null,
      (reason) => reason,
    )
  console.log(`${error ? 'WRONG' : 'ok   '} ${((Date.now() - begun) / 1000).toFixed(1).padStart(6)} s  ${name}`)
  if (error === null) continue
  console.error(error.message)
  if (process.env.KEEP) {
    console.error('The machines run until Ctrl+C.')
    await interrupted
  }
  await cleanUp()
  process.exit(1)
}
await cleanUp()
process.exit(0)
