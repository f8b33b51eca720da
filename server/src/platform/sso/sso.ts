import * as oidc from 'openid-client'
import { boundedFetch, OutsideError } from '../outside/ask.ts'
import type { Door } from '../outside/outcomes.ts'
import { leadsInside } from '../outside/public.ts'
import type { Lookup } from '../outside/public.ts'

/** Single sign-on by OpenID Connect: authorization code with PKCE, state and nonce. */

export interface SsoConfig {
  readonly issuer: string
  readonly clientId: string
  /** Undefined for a public client. */
  readonly clientSecret: string | undefined
  /** The product's own origin. The provider redirects to its `/casLogin`. */
  readonly publicUrl: string
  /** Label of the sign-in button. */
  readonly name: string
  /** Single sign-on is the only way in, except for `breakGlass`. */
  readonly only: boolean
  /** Mobiles that may still sign in by password. */
  readonly breakGlass: readonly string[]
}

/** Secrets of a running sign-in, stored by the server until the provider redirects back. */
export interface SsoSecrets {
  readonly verifier: string
  readonly nonce: string
}

/** The signed-in person, as the provider identifies them. */
export interface SsoPerson {
  readonly issuer: string
  readonly subject: string
  /** A number verified by the provider, as the provider writes it; otherwise undefined. */
  readonly verifiedPhone: string | undefined
}

/** The provider or one of our checks rejected the sign-in: a used or expired code, a wrong nonce, a large clock skew. */
export class SsoRefused extends Error {
  override readonly name = 'SsoRefused'
}

export interface Sso {
  readonly name: string
  readonly only: boolean
  isBreakGlass(mobile: string): boolean
  /** Starts a sign-in and returns the URL to open. Throws `OutsideError` if the provider is unavailable. */
  begin(state: string): Promise<SsoSecrets & { readonly url: string }>
  /** Completes a sign-in. Throws `SsoRefused` or `OutsideError`. `iss` is the redirect's parameter; empty if the provider sends none. */
  finish(
    back: { readonly code: string; readonly state: string; readonly iss: string },
    kept: SsoSecrets,
  ): Promise<SsoPerson>
  /** URL to sign out at the provider; empty if unknown or unsupported. */
  logoutUrl(): string
  /** Reads the provider's discovery document ahead of time. */
  warmUp(): void
  /** Returns the provider's answer as a sentence. Throws `OutsideError`. */
  check(): Promise<string>
}

const timeoutMs = 5_000
/** Time after which the discovery document is read again. */
const keptMs = 3_600_000
/** Maximum clock skew of the provider. */
const skewSeconds = 60

/**
 * Restricts addresses in the discovery document: a public provider must not direct the server to an internal address. An internal provider
 * may.
 */
function createBorder(issuer: string, lookup?: Lookup) {
  const reach = lookup ? { lookup } : {}
  return async (url: string): Promise<void> => {
    if (new URL(url).host === new URL(issuer).host || (await leadsInside(issuer, reach, timeoutMs))) return
    if (await leadsInside(url, reach, timeoutMs))
      throw new OutsideError(`${issuer} names an address inside of this network: ${new URL(url).host}`)
  }
}

export function createSso(config: SsoConfig, door: Door, lookup?: Lookup): Sso {
  const { name, only, publicUrl, breakGlass } = config
  const redirectUri = `${publicUrl}/casLogin`
  const provider = createProvider(config, createBorder(config.issuer, lookup), door)

  return {
    name,
    only,
    isBreakGlass: (mobile) => breakGlass.includes(mobile),
    async begin(state) {
      const client = await provider.get()
      const verifier = oidc.randomPKCECodeVerifier()
      const nonce = oidc.randomNonce()
      const url = oidc.buildAuthorizationUrl(client, {
        redirect_uri: redirectUri,
        scope: 'openid phone',
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      })
      return { url: url.href, verifier, nonce }
    },
    async finish({ code, state, iss }, { verifier, nonce }) {
      const client = await provider.get()
      // The redirect URL is our own, never taken from the request.
      const current = new URL(redirectUri)
      const came = { code, state, ...(iss && { iss }) }
      for (const [key, value] of Object.entries(came)) current.searchParams.set(key, value)
      try {
        const tokens = await oidc.authorizationCodeGrant(client, current, {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
        return await personOf(client, tokens)
      } catch (error) {
        throw outsideError(error)
      }
    },
    logoutUrl() {
      const client = provider.known()
      if (!client?.serverMetadata().end_session_endpoint) return ''
      const url = oidc.buildEndSessionUrl(client, { post_logout_redirect_uri: `${publicUrl}/` })
      return /^https?:$/.test(url.protocol) ? url.href : ''
    },
    warmUp: () => void provider.get().catch(() => undefined),
    async check() {
      const { issuer, end_session_endpoint: end } = (await provider.get()).serverMetadata()
      return `${issuer} describes itself${end ? '' : ', without a sign-out page'}`
    },
  }
}

/** Sends the secret in the header, which every provider must support, unless the provider supports only the body. */
function secretAuth(secret: string): oidc.ClientAuth {
  const inHeader = oidc.ClientSecretBasic(secret)
  const inBody = oidc.ClientSecretPost(secret)
  return (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server
    return (methods.includes('client_secret_basic') ? inHeader : inBody)(server, ...rest)
  }
}

/** Reads the provider's discovery document and caches it. Failures are not cached. */
function createProvider(
  { issuer, clientId, clientSecret }: SsoConfig,
  border: ReturnType<typeof createBorder>,
  door: Door,
) {
  const bounded: oidc.CustomFetch = async (url, init) => {
    await border(url)
    return door.run(async () => {
      const response = await boundedFetch(url, init, timeoutMs)
      if (response.status >= 500)
        throw new OutsideError(`the sign-in service answered HTTP ${response.status}`, 'broken')
      return response
    })
  }
  let cached: { readonly client: Promise<oidc.Configuration>; readonly until: number } | undefined
  let metadata: oidc.Configuration | undefined

  async function discover(): Promise<oidc.Configuration> {
    const isPlain = new URL(issuer).protocol === 'http:'
    try {
      const client = await oidc.discovery(
        new URL(issuer),
        clientId,
        { [oidc.clockTolerance]: skewSeconds },
        clientSecret ? secretAuth(clientSecret) : oidc.None(),
        {
          [oidc.customFetch]: bounded,
          timeout: timeoutMs / 1000,
          // oxlint-disable-next-line typescript/no-deprecated -- the configuration allows plain http within this machine alone
          execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
        },
      )
      const { token_endpoint: token, jwks_uri: keys, userinfo_endpoint: person } = client.serverMetadata()
      const named = [token, keys, person].filter((url) => url !== undefined)
      await Promise.all(named.map((url) => border(url)))
      metadata = client
      return client
    } catch (error) {
      const failure = outsideError(error)
      throw failure instanceof OutsideError ? failure : new OutsideError(failure.message)
    }
  }

  return {
    known: () => metadata,
    get(): Promise<oidc.Configuration> {
      if (cached && cached.until > performance.now()) return cached.client
      const entry = { client: discover(), until: performance.now() + keptMs }
      entry.client.catch(() => {
        if (cached === entry) cached = undefined
      })
      cached = entry
      return entry.client
    },
  }
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>

/** Reads the phone number from the ID token, or from the userinfo endpoint if the token lacks it or its verification. */
async function personOf(client: oidc.Configuration, tokens: Tokens): Promise<SsoPerson> {
  const claims = tokens.claims()
  if (!claims) throw new SsoRefused('no ID token')
  const { iss: issuer, sub: subject } = claims
  const isComplete = phoneClaims.every((claim) => claims[claim] !== undefined)
  const asksMore = !isComplete && client.serverMetadata().userinfo_endpoint
  const subjectClaims = asksMore ? await oidc.fetchUserInfo(client, tokens.access_token, subject) : claims
  const { phone_number: phone, phone_number_verified: verified } = subjectClaims as Readonly<
    Record<string, unknown>
  >
  // Amazon Cognito writes booleans as texts.
  const isVerified = verified === true || verified === 'true'
  return {
    issuer,
    subject,
    verifiedPhone: isVerified && typeof phone === 'string' ? phone : undefined,
  }
}
const phoneClaims = ['phone_number', 'phone_number_verified'] as const

const notOpenId: ReadonlySet<string> = new Set([
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])

/**
 * Converts errors of the library to `OutsideError` or `SsoRefused`. Their texts may contain data of the provider, so only names and codes
 * are used.
 */
function outsideError(error: unknown): OutsideError | SsoRefused {
  if (error instanceof OutsideError || error instanceof SsoRefused) return error
  const { cause, code, name } = error as { cause?: unknown; code?: unknown; name: string }
  if (cause instanceof OutsideError) return cause
  if (error instanceof oidc.ResponseBodyError)
    return error.status >= 500
      ? new OutsideError(`the sign-in service answered HTTP ${error.status}`)
      : new SsoRefused(`refused by the provider: ${error.error}`)
  // Some providers refuse a code in their own format.
  if (error instanceof oidc.ClientError && cause instanceof Response && [400, 401].includes(cause.status))
    return new SsoRefused(`refused by the provider: HTTP ${cause.status}`)
  if (error instanceof oidc.ClientError && notOpenId.has(String(code)))
    return new OutsideError('the sign-in service did not answer with OpenID Connect')
  return new SsoRefused(typeof code === 'string' ? code : name)
}
