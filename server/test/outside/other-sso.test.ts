import { rooms } from '@showroom/contract'
import { afterEach, describe, expect, it } from 'vitest'
import { unrecorded } from '../../src/platform/outside/outcomes.ts'
import { createSso } from '../../src/platform/sso/sso.ts'
import { buildMember } from '../../src/team/team.factory.ts'
import { createTestApp } from '../app.ts'
import { openBrowser } from '../browser.ts'
import { startOtherSso } from './other-sso.ts'
import type { OtherSso, OtherSsoOptions } from './other-sso.ts'

/** Sign-in at a provider of another library: the driver must not depend on the habits of the first one. */

const user = { sub: 'wang', phone_number: '+86 13700099011', phone_number_verified: true }

let provider: OtherSso | undefined
afterEach(() => provider?.close())

async function signIn(options: OtherSsoOptions = {}, claims: Readonly<Record<string, unknown>> = user) {
  provider = await startOtherSso(claims, options)
  const sso = createSso(provider.config, unrecorded)
  const { url, ...kept } = await sso.begin('a state')
  const back = await provider.signInAt(url)
  return { sso, back, kept, finish: () => sso.finish(back, kept) }
}
const person = () => ({
  issuer: provider?.config.issuer,
  subject: user.sub,
  verifiedPhone: user.phone_number,
})

describe('another provider', () => {
  it.each<[string, OtherSsoOptions]>([
    ['with claims of the userinfo endpoint', {}],
    ['with claims in the ID token', { areInToken: true }],
    ['with PS256', { algorithm: 'PS256' }],
    ['with ES256', { algorithm: 'ES256' }],
    ['with EdDSA', { algorithm: 'EdDSA' }],
    ['that sends its issuer', { sendsIssuer: true }],
    ['whose issuer has a path', { path: '/realms/showroom' }],
    ['whose issuer has a path that ends with a slash', { path: '/realms/showroom', hasSlash: true }],
    [
      'with the number in the ID token and its verification elsewhere',
      { token: { phone_number: '13700099099' } },
    ],
    ['whose issuer ends with a slash', { hasSlash: true }],
    [
      'without userinfo and sign-out',
      { areInToken: true, discovery: { userinfo_endpoint: undefined, end_session_endpoint: undefined } },
    ],
    ['that lists no algorithms', { discovery: { id_token_signing_alg_values_supported: undefined } }],
    ['whose token has several audiences', { token: { aud: ['showroom', 'other'], azp: 'showroom' } }],
  ])('%s signs a person in', async (_name, options) => {
    const { finish } = await signIn(options)
    expect(await finish()).toEqual(person())
  })

  it.each<[string, readonly string[] | undefined, string]>([
    ['basic alone', ['client_secret_basic'], 'basic'],
    ['post alone', ['client_secret_post'], 'post'],
    ['both', ['client_secret_post', 'client_secret_basic'], 'basic'],
    ['nothing, which means basic', undefined, 'basic'],
  ])('that supports %s gets the secret in that way', async (_name, methods, way) => {
    const { finish } = await signIn({ discovery: { token_endpoint_auth_methods_supported: methods } })
    expect(await finish()).toEqual(person())
    expect(provider?.authenticated).toEqual([way])
  })

  it.each<[string, OtherSsoOptions]>([
    ['another audience', { token: { aud: 'somebody' } }],
    [
      'several audiences without the authorized party',
      { token: { aud: ['showroom', 'other'], azp: 'other' } },
    ],
    ['another issuer', { token: { iss: 'https://evil.example' } }],
    ['another nonce', { token: { nonce: 'another' } }],
    ['no nonce', { token: { nonce: undefined } }],
    ['an expiry long ago', { token: { exp: 1_700_000_000 } }],
    ['no subject', { token: { sub: undefined } }],
    ['another subject than the userinfo', { token: { sub: 'li' } }],
  ])('is refused with %s', async (_name, options) => {
    const { finish } = await signIn(options)
    await expect(finish()).rejects.toMatchObject({ name: 'SsoRefused' })
  })

  it.each<[string, object]>([
    ['no ID token', { id_token: undefined }],
    ['an unsigned ID token', { id_token: `${btoa('{"alg":"none"}')}.${btoa('{"sub":"wang"}')}.` }],
  ])('is refused with %s', async (_name, response) => {
    const { finish } = await signIn({ response: { ...response } })
    await expect(finish()).rejects.toMatchObject({ name: 'SsoRefused' })
  })

  it.each<[unknown, string | undefined]>([
    [true, user.phone_number],
    // Some providers write booleans as texts.
    ['true', user.phone_number],
    ['false', undefined],
    [false, undefined],
    [undefined, undefined],
    [1, undefined],
  ])('whose number is verified: %j gives the number %s', async (isVerified, phone) => {
    const { finish } = await signIn({}, { ...user, phone_number_verified: isVerified })
    expect(await finish()).toMatchObject({ verifiedPhone: phone })
  })

  it('accepts a code once', async () => {
    const { finish } = await signIn()
    expect(await finish()).toEqual(person())
    await expect(finish()).rejects.toMatchObject({ name: 'SsoRefused' })
  })

  it('signs a member in and out', async () => {
    provider = await startOtherSso(user)
    const app = await createTestApp({ outside: { sso: provider.config } })
    try {
      const { memberId } = await buildMember(app.db, app.now(), { mobile: '13700099011' })
      const browser = openBrowser(app)
      const { url = '' } = await browser.post(rooms.access.beginSignIn, { way: 'sso' })
      const entered = await browser.post(rooms.access.casLogin, await provider.signInAt(url))
      expect(entered).toMatchObject({ status: '0', profile: { memberId } })
      const left = await app.post(rooms.access.logout, entered.token ?? '', {})
      expect(left.url).toMatch(`${provider.config.issuer}/endsession?`)
      expect((await fetch(left.url ?? '', { redirect: 'manual' })).headers.get('location')).toBe(
        `${provider.config.publicUrl}/`,
      )
    } finally {
      await app.close()
    }
  })
})
