// What the hospital has already: an OpenID Connect provider that knows no scope `groups` and sends no groups, and a mail server
// that accepts mails only from a signed-in client that introduces itself by a full name.
import { createServer as createWebServer } from 'node:https'
import { createServer } from 'node:tls'
import Provider from '../../ui/node_modules/oidc-provider/lib/index.js'

const listen = (server, port, host) =>
  new Promise((resolve, reject) => server.once('error', reject).listen(port, host, () => resolve(server)))

/** Serves `issuer` at `host`; everybody signs in by any login and password. */
export function startProvider({ issuer, host, tls, client, site }) {
  const people = (login) => ({
    sub: login,
    email: `${login}@example.org`,
    email_verified: true,
    given_name: login[0].toUpperCase() + login.slice(1),
    family_name: 'Rivera',
  })
  // It says that it is set up for development.
  console.warn = () => {}
  console.info = () => {}
  const provider = new Provider(issuer, {
    clients: [
      {
        ...client,
        redirect_uris: [`${site}/login/callback`],
        post_logout_redirect_uris: [`${site}/`],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile', 'offline_access'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    findAccount: (_context, id) => ({ accountId: id, claims: () => people(id) }),
    cookies: { keys: ['only for the rehearsal'] },
  })
  const answer = provider.callback()
  const { pathname } = new URL(issuer)
  const server = createWebServer(tls, (request, response) => {
    if (!request.url.startsWith(`${pathname}/`)) return response.writeHead(404).end()
    request.originalUrl = request.url
    request.url = request.url.slice(pathname.length)
    answer(request, response)
  })
  return listen(server, 443, host)
}

/** An SMTP server with TLS from the first byte. `mails` gets each accepted mail: sender, recipients and text. */
export function startMailServer({ host, tls, user, password, mails }) {
  const credentials = Buffer.from(`\0${user}\0${password}`).toString('base64')
  const server = createServer(tls, (socket) => {
    let rest = ''
    let isSignedIn = false
    let mail = null
    let text = null
    const answer = (line) => socket.write(`${line}\r\n`)
    const take = (line) => {
      const [, verb, argument] = /^(\S+) ?(.*)$/.exec(line) ?? []
      const address = /<(.*)>/.exec(line)?.[1]
      switch (verb?.toUpperCase()) {
        case 'EHLO':
          // As Postfix says it with reject_non_fqdn_helo_hostname.
          if (!/^[\w-]+(\.[\w-]+)+$/.test(argument))
            return answer(`504 5.5.2 <${argument}>: Helo command rejected: need fully-qualified hostname`)
          return answer('250-mail.example.org\r\n250-8BITMIME\r\n250 AUTH PLAIN')
        case 'AUTH':
          isSignedIn = argument === `PLAIN ${credentials}`
          return answer(isSignedIn ? '235 2.7.0 Welcome' : '535 5.7.8 Authentication failed')
        case 'MAIL':
          mail = isSignedIn ? { from: address, to: [] } : null
          return answer(mail ? '250 2.1.0 Ok' : '530 5.7.0 Authentication required')
        case 'RCPT':
          mail?.to.push(address)
          return answer(mail ? '250 2.1.5 Ok' : '503 5.5.1 MAIL first')
        case 'DATA':
          text = []
          return answer('354 Go ahead')
        case 'QUIT':
          return socket.end('221 2.0.0 Bye\r\n')
        default:
          return answer('500 5.5.2 Unknown command')
      }
    }
    const receive = (line) => {
      if (text === null) return take(line)
      if (line !== '.') return text.push(line.replace(/^\./, ''))
      mails.push({ ...mail, text: text.join('\n') })
      text = null
      answer('250 2.0.0 Queued')
    }
    socket.on('data', (chunk) => {
      const lines = (rest + chunk).split('\r\n')
      rest = lines.pop()
      lines.forEach(receive)
    })
    socket.on('error', () => {})
    answer('220 mail.example.org ESMTP')
  })
  return listen(server, 465, host)
}
