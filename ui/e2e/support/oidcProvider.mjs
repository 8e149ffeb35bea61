// A real OpenID Connect provider on a free port, for tests. The account `admin` is an administrator.
import Provider from 'oidc-provider'

const claimsOf = (login) => ({
  sub: login,
  email: `${login}@example.org`,
  email_verified: true,
  given_name: 'Nora',
  family_name: 'Vance',
  groups: login === 'admin' ? ['education-admins'] : ['nurses'],
})

let provider
const { createServer } = await import('node:http')
const server = createServer((request, response) => provider.callback()(request, response))
server.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${server.address().port}`
  provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'handout',
        token_endpoint_auth_method: 'none',
        // A loopback address matches on any port (RFC 8252 section 7.3).
        application_type: 'native',
        redirect_uris: ['http://127.0.0.1/login/callback'],
        post_logout_redirect_uris: process.argv.slice(2),
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ],
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile', 'groups', 'offline_access'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
      groups: ['groups'],
    },
    findAccount: (_context, id) => ({ accountId: id, claims: () => claimsOf(id) }),
    // Access tokens are opaque; introspection returns their subject.
    features: { introspection: { enabled: true } },
    cookies: { keys: ['only for tests'] },
  })
  console.log(`issuer ${issuer}`)
})
