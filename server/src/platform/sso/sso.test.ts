import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { unrecorded } from '../outside/outcomes.ts'
import { createSso } from './sso.ts'

/** Addresses that a provider's discovery document may contain. */

let origin = ''
let claims: Readonly<Record<string, string>> = {}
const requests: string[] = []
const server = createServer((request, response) => {
  requests.push(request.url ?? '')
  const usual = {
    issuer: origin,
    authorization_endpoint: `${origin}/auth`,
    token_endpoint: `${origin}/token`,
  }
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ ...usual, ...claims }))
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  claims = {}
  requests.length = 0
})

const ssoWhere = (addresses: Readonly<Record<string, string>>) =>
  createSso(
    {
      issuer: origin,
      clientId: 'showroom',
      clientSecret: 'secret',
      publicUrl: 'https://showroom.example.com',
      name: 'SSO',
      only: false,
      breakGlass: [],
    },
    unrecorded,
    (host) => Promise.resolve([{ address: addresses[host] ?? '8.8.4.4', family: 4 }]),
  )
const back = { code: 'c', state: 's', iss: '' }
const secrets = { verifier: 'v'.repeat(43), nonce: 'n' }

it.each([
  ['token_endpoint', 'http://169.254.169.254/latest/meta-data'],
  ['jwks_uri', 'http://10.0.0.1/keys'],
  ['userinfo_endpoint', 'https://intranet.example.com/me'],
])('refuses a public provider whose %s is an internal address', async (endpoint, url) => {
  claims = { [endpoint]: url }
  const sso = ssoWhere({ localhost: '8.8.8.8', 'intranet.example.com': '192.168.1.4' })
  const host = new URL(url).host
  await expect(sso.begin('state')).rejects.toThrow(`names an address inside of this network: ${host}`)
  await expect(sso.finish(back, secrets)).rejects.toThrow(`names an address inside of this network: ${host}`)
})

it('refuses a name that resolves to an internal address only later', async () => {
  const port = new URL(origin).port
  claims = { token_endpoint: `http://127.0.0.1.nip.example:${port}/token` }
  const addresses: Record<string, string> = { localhost: '8.8.8.8' }
  const sso = ssoWhere(addresses)
  await sso.begin('state')
  addresses['127.0.0.1.nip.example'] = '127.0.0.1'
  await expect(sso.finish(back, secrets)).rejects.toThrow('names an address inside of this network')
  expect(requests).toEqual(['/.well-known/openid-configuration'])
})

it('allows an internal provider internal addresses, and a public one other public addresses', async () => {
  claims = { token_endpoint: 'http://10.0.0.1/token' }
  await expect(ssoWhere({ localhost: '10.0.0.9' }).begin('state')).resolves.toMatchObject({
    url: expect.stringContaining(`${origin}/auth?`),
  })
  claims = { token_endpoint: 'http://tokens.example.com/token' }
  await expect(ssoWhere({ localhost: '8.8.8.8' }).begin('state')).resolves.toBeDefined()
})
