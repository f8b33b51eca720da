import { AsyncLocalStorage } from 'node:async_hooks'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import type { SsoConfig } from '../../src/platform/sso/sso.ts'

/** A real OpenID provider for the tests, whose users sign in by typing their name, with simulated faults. */

export interface FakeSso {
  readonly config: SsoConfig
  /** Goes through the provider's pages as a person does; returns the address that it redirects to. */
  signInAt(url: string, login: string): Promise<URL>
  /** Sets a fault for all requests; none restores normal responses. */
  misbehave(way?: 'silence' | 'html' | 'huge' | 'error' | 'gone'): void
  /** Sets the offset of its clock. */
  setSkew(seconds: number): void
  /** Sets a user's mobile at the provider. */
  setPhone(login: string, phone: string, isVerified?: boolean): void
  close(): Promise<void>
}

const quiet = <Result>(work: () => Result): Result => {
  const { warn, info } = console
  Object.assign(console, { warn: () => undefined, info: () => undefined })
  try {
    return work()
  } finally {
    Object.assign(console, { warn, info })
  }
}

export async function startFakeSso(
  publicUrl = 'http://localhost:3000',
  over: Partial<SsoConfig> = {},
): Promise<FakeSso> {
  const phones = new Map<string, { phone_number: string; phone_number_verified: boolean }>()
  let way: Parameters<FakeSso['misbehave']>[0]
  let skew = 0
  let listener: (request: IncomingMessage, response: ServerResponse) => void = () => undefined
  const server = createServer((request, response) => {
    if (way === undefined) return ofProvider.run(skew, () => listener(request, response))
    if (way === 'gone') request.socket.destroy()
    if (way === 'html') response.setHeader('content-type', 'text/html').end('<html>maintenance</html>')
    if (way === 'huge') response.end(`{"x":"${'x'.repeat(10 * 1024 * 1024)}"}`)
    if (way === 'error') response.writeHead(502).end('Bad Gateway')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const config: SsoConfig = {
    issuer,
    clientId: 'showroom',
    clientSecret: 'secret-of-the-showroom',
    publicUrl,
    name: '集团统一登录',
    only: false,
    breakGlass: [],
    ...over,
  }
  const provider = quiet(
    () =>
      new Provider(issuer, {
        clients: [
          {
            client_id: config.clientId,
            client_secret: config.clientSecret,
            redirect_uris: [`${publicUrl}/casLogin`],
            post_logout_redirect_uris: [`${publicUrl}/`],
          },
        ],
        cookies: { keys: ['a key of the tests'] },
        claims: { openid: ['sub'], phone: ['phone_number', 'phone_number_verified'] },
        pkce: { required: () => true },
        features: { devInteractions: { enabled: true } },
        findAccount: (_context: unknown, sub: string) => ({
          accountId: sub,
          claims: () => ({ sub, ...phones.get(sub) }),
        }),
        ttl: {
          AuthorizationCode: 60,
          AccessToken: 60,
          IdToken: 60,
          Grant: 60,
          Interaction: 600,
          Session: 600,
        },
      }),
  )
  listener = provider.callback()

  return {
    config,
    signInAt: (url, login) => walkThrough(url, login, publicUrl),
    misbehave(how) {
      way = how
    },
    setSkew(seconds) {
      skew = seconds
      Date.now = seconds === 0 ? realNow : () => realNow() + (ofProvider.getStore() ?? 0) * 1000
    },
    setPhone: (login, phone, isVerified = true) =>
      void phones.set(login, { phone_number: phone, phone_number_verified: isVerified }),
    close: () =>
      new Promise((resolve) => {
        Date.now = realNow
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** The provider runs in this process with its own clock: seconds added to ours during its requests. */
const ofProvider = new AsyncLocalStorage<number>()
const realNow = Date.now

/** Follows redirects with cookies, and fills in the two forms, as a browser does. */
async function walkThrough(start: string, login: string, publicUrl: string): Promise<URL> {
  const jar = new Map<string, string>()
  let url = new URL(start)
  let body: URLSearchParams | undefined
  for (let steps = 0; steps < 12; steps++) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body && { method: 'POST', body }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const at = pair.indexOf('=')
      jar.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const location = response.headers.get('location')
    if (location) {
      url = new URL(location, url)
      if (url.href.startsWith(publicUrl)) return url
      body = undefined
      continue
    }
    const prompt = /name="prompt" value="(\w+)"/.exec(await response.text())?.[1]
    if (!prompt) throw new Error(`the provider shows no form: HTTP ${response.status}`)
    body = new URLSearchParams({ prompt, ...(prompt === 'login' && { login, password: 'any' }) })
  }
  throw new Error('the provider sends around in circles')
}
