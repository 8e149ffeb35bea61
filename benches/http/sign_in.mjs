// The sign-in of benchmarks at a server that runs with --demo.

/** Signs in as the demo's administrator; returns a fetch with its cookies, and the cookie header. */
export async function signIn(server) {
  const jar = new Map()
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const go = async (url, init = {}) => {
    const headers = { cookie: cookies(), origin: server.address, ...init.headers }
    const answer = await fetch(new URL(url, server.address), { redirect: 'manual', ...init, headers })
    for (const line of answer.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0].split('=')
      jar.set(name, value)
    }
    return answer
  }
  const authorize = (await go('/login')).headers.get('location')
  const form = new URL(authorize).searchParams
  form.set('account', 'education-admin')
  const chosen = await go('/demo-idp/authorize', { method: 'POST', body: form })
  await go(chosen.headers.get('location'))
  if ((await go('/api/user')).status !== 200) throw new Error('signing in failed')
  return { go, cookies }
}
