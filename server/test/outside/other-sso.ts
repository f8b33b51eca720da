import { OAuth2Server } from 'oauth2-mock-server'
import type { MutableRedirectUri, MutableResponse, MutableToken } from 'oauth2-mock-server'
import type { SsoConfig } from '../../src/platform/sso/sso.ts'

/** An OpenID provider of another library than `sso.ts`, with what providers do differently from each other. */
export interface OtherSsoOptions {
  /** Signs tokens with this algorithm. */
  readonly algorithm?: 'RS256' | 'PS256' | 'ES256' | 'EdDSA'
  /** Claims of the user in the ID token; without them the userinfo endpoint returns them. */
  readonly areInToken?: boolean
  /** Sends the issuer in the redirect. */
  readonly sendsIssuer?: boolean
  /** The issuer's path, e.g. that of a realm. */
  readonly path?: string
  /** The issuer ends with a slash. */
  readonly hasSlash?: boolean
  /** Changes to the discovery document, e.g. the supported ways to authenticate; undefined removes a field. */
  readonly discovery?: Readonly<Record<string, unknown>>
  /** Changes to the ID token, as a faulty or hostile provider makes them; undefined removes a claim. */
  readonly token?: Readonly<Record<string, unknown>>
  /** Changes to the response of the token endpoint. */
  readonly response?: Readonly<Record<string, unknown>>
}

export interface OtherSso {
  readonly config: SsoConfig
  /** Ways in which the server authenticated at the token endpoint. */
  readonly authenticated: ('basic' | 'post')[]
  /** Signs in and returns the redirect's parameters. */
  signInAt(url: string): Promise<{ code: string; state: string; iss: string }>
  close(): Promise<void>
}

export async function startOtherSso(
  user: Readonly<Record<string, unknown>>,
  options: OtherSsoOptions = {},
): Promise<OtherSso> {
  const { algorithm = 'RS256', areInToken, sendsIssuer, hasSlash, path = '' } = options
  const server = new OAuth2Server(undefined, undefined, {
    ...(hasSlash && { shouldIssuerUrlBeSuffixedWithATralingSlash: true }),
    endpoints: { wellKnownDocument: `${path}/.well-known/openid-configuration` },
  })
  await server.issuer.keys.generate(algorithm)
  await server.start(0, '127.0.0.1')
  server.issuer.url = `http://127.0.0.1:${server.address().port}${path}`
  const issuer = server.issuer.url
  const config: SsoConfig = {
    issuer,
    clientId: 'showroom',
    clientSecret: 'secret-of-the-showroom',
    publicUrl: 'http://localhost:3000',
    name: '集团统一登录',
    only: false,
    breakGlass: [],
  }
  const authenticated: OtherSso['authenticated'] = []
  const { service } = server
  service.on('beforeWellKnownOpenIdConfiguration', ({ body }: MutableResponse) => {
    const document = body as Record<string, unknown>
    // The library serves the issuer's path for discovery alone.
    for (const [key, value] of Object.entries(document))
      if (path && key !== 'issuer' && typeof value === 'string') document[key] = value.replace(path, '')
    const named = { id_token_signing_alg_values_supported: [algorithm], ...options.discovery }
    Object.assign(document, sendsIssuer && { authorization_response_iss_parameter_supported: true }, named)
  })
  service.on('beforeAuthorizeRedirect', ({ url }: MutableRedirectUri) => {
    if (sendsIssuer) url.searchParams.set('iss', issuer)
  })
  // The library signs the access token and the ID token; only the latter has an audience.
  service.on('beforeTokenSigning', ({ payload }: MutableToken) => {
    if (payload['aud'] === config.clientId)
      Object.assign(payload, { sub: user['sub'] }, areInToken && user, options.token)
  })
  service.on('beforeUserinfo', ({ body }: MutableResponse) => void Object.assign(body as object, user))
  service.on('beforeResponse', ({ body }: MutableResponse, { headers }) => {
    authenticated.push(headers.authorization ? 'basic' : 'post')
    Object.assign(body as object, options.response)
  })
  return {
    config,
    authenticated,
    async signInAt(url) {
      const response = await fetch(url, { redirect: 'manual' })
      const { searchParams } = new URL(response.headers.get('location') ?? '')
      const { code = '', state = '', iss = '' } = Object.fromEntries(searchParams)
      return { code, state, iss }
    },
    close: () => server.stop(),
  }
}
