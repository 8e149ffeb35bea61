// Signing in with a real OpenID Connect provider, and out again.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as base, expect } from '@playwright/test'

const binary = process.env.HANDOUT_BIN ?? fileURLToPath(new URL('../../target/debug/handout', import.meta.url))
const script = fileURLToPath(new URL('./support/oidcProvider.mjs', import.meta.url))

const printed = (child: ChildProcess, words: RegExp) =>
  new Promise<string>((resolve, reject) => {
    let all = ''
    const read = (chunk: Buffer) => {
      all += chunk.toString()
      const found = words.exec(all)?.[1]
      if (found) resolve(found)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => reject(new Error(`It ended with ${code}:\n${all}`)))
  })

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const test = base.extend<object, { site: string }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright's form of a fixture without dependencies
    async ({}, use) => {
      const data = await mkdtemp(join(tmpdir(), 'handout-oidc-'))
      const url = `http://127.0.0.1:${await freePort()}`
      const provider = spawn(process.execPath, [script, `${url}/`], { stdio: ['ignore', 'pipe', 'pipe'] })
      const issuer = await printed(provider, /issuer (http:\S+)/)
      const server = spawn(binary, ['--data', data, '--listen', new URL(url).host], {
        env: { ...process.env, HANDOUT_IDENTITY__ISSUER: issuer, HANDOUT_IDENTITY__CLIENT_ID: 'handout' },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      await printed(server, /listening on (http:\S+)/)
      await use(url)
      server.kill('SIGTERM')
      provider.kill()
      await rm(data, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  baseURL: ({ site }, use) => use(site),
})

for (const { login, admin } of [
  { login: 'nora', admin: false },
  { login: 'admin', admin: true },
]) {
  test(`${login} signs in at the provider, comes back, and signs out again`, async ({ page, request }) => {
    await page.goto('/profile')
    await page.getByPlaceholder('Enter any login').fill(login)
    await page.getByPlaceholder('and password').fill('anything')
    await page.getByRole('button', { name: 'Sign-in' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL(/\/profile$/)
    await expect(page.getByRole('row', { name: `email ${login}@example.org` })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Admin Tools' })).toHaveCount(admin ? 1 : 0)
    // The provider's opaque access token works like the cookie; a wrong one is refused.
    const { accessToken } = await (await page.request.get('/api/user/profile')).json()
    const withToken = (token: string) => request.get('/api/user', { headers: { authorization: `Bearer ${token}` } })
    expect((await withToken(accessToken)).status()).toBe(200)
    expect((await withToken(`${accessToken}x`)).status()).toBe(401)
    const cookies = await page.context().cookies()
    expect(cookies.find(({ name }) => name === 'handout')).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
    await page.getByRole('button', { name: /Yes/ }).click()
    await expect(page.getByRole('link', { name: 'Sign In' })).toBeVisible()
  })
}
