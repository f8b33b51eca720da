import { calls, rooms } from '@showroom/contract'
import type { Call } from '@showroom/contract/kernel/call'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createToken } from '../src/appointment/link/token.ts'
import { buildReceivingStore, buildSource, newLead, sendLeads, sendRaw } from '../src/lead/intake.factory.ts'
import type { BuiltSource } from '../src/lead/intake.factory.ts'
import { createTestApp, testSecret } from './app.ts'
import type { TestApp } from './app.ts'
import { buildCustomer, buildMember } from './factories.ts'
import type { BuiltMember } from './factories.ts'
import { codeOf } from '../src/access/access.factory.ts'
import { offer } from '../src/access/authenticator/authenticator.service.ts'
import { sha256Hex } from '../src/access/password/password.ts'
import { clientHash, getSmsCode, password, signIn, storedHash } from './sign-in.ts'

/**
 * A limit by address never stops a right credential, because a store or a mobile network shares an address. Each route without a session
 * has an entry: how to try it, or why an address cannot be shut out.
 */

let app: TestApp
let member: BuiltMember
let source: BuiltSource
let code: string
beforeAll(async () => {
  app = await createTestApp()
  source = await buildSource(app.db)
  ;({ code } = await buildReceivingStore(app))
  member = await buildMember(app.db, app.now(), { role: 1 })
})
afterAll(() => app.close())

/** Statuses of a request with the right credential, and with a wrong one. */
interface Tries {
  readonly right: () => Promise<number>
  readonly wrong: () => Promise<number>
}
const status = async (url: string): Promise<number> => (await app.app.http.inject({ url })).statusCode
const stranger = { id: 0, key: 'nobody', secret: 'x' }
const refused = async (call: Call, body: object): Promise<number> =>
  (await app.post(call, '', body)).httpStatus

async function linkOf(): Promise<string> {
  const { customerId } = await buildCustomer(app, member)
  const { id } = await app.db
    .selectFrom('activity')
    .select('id')
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  const { dealerId, text, hash } = createToken(member.dealerId)
  await app.db
    .insertInto('appointment_link')
    .values({ dealer_id: dealerId, token_hash: hash, activity_id: id, created_at: app.now() })
    .execute()
  return `/a/${text}`
}
const account = () => buildMember(app.db, app.now(), { passwordHash: storedHash })
const { access, appointment } = rooms

const tried: Readonly<Record<string, Tries>> = {
  '/a/:token': {
    right: async () => status(await linkOf()),
    wrong: () => status('/a/1-xxxxxxxxxxxxxxxxxxxxxx'),
  },
  '/ics/:file': {
    right: async () => status((await app.post(appointment.openFeed, member.token, {})).path ?? ''),
    wrong: () => status('/ics/1-xxxxxxxxxxxxxxxxxxxxxx.ics'),
  },
  '/open/v1/leads': {
    right: async () => (await sendLeads(app, source, [newLead(code)])).httpStatus,
    wrong: async () => (await sendRaw(app, stranger, '{}')).httpStatus,
  },
  [access.loginWithSmsCode.path]: {
    right: async () => (await signIn(app, (await account()).mobile)).httpStatus,
    wrong: () =>
      refused(access.loginWithSmsCode, { mobile: '13900000000', password: clientHash, smsCode: '000000' }),
  },
  [access.resetPassword.path]: {
    async right() {
      const { mobile } = await account()
      const smsCode = await getSmsCode(app, mobile, 'password')
      return refused(access.resetPassword, { mobile, smsCode, newPassword: sha256Hex(`${password}9`) })
    },
    wrong: () =>
      refused(access.resetPassword, {
        mobile: '13900000000',
        smsCode: '000000',
        newPassword: sha256Hex(`${password}9`),
      }),
  },
  [access.getSmsCode.path]: {
    right: async () => ((await getSmsCode(app, (await account()).mobile)) ? 200 : 0),
    wrong: () =>
      refused(access.getSmsCode, {
        mobile: '13900000000',
        answer: 'x',
        uniqueId: 'unknown',
        purpose: 'login',
      }),
  },
  [access.casLogin.path]: {
    // The landing of a sign-on is refused without its browser, which is no limit.
    right: async () => 200,
    wrong: () => refused(access.casLogin, { code: 'x', state: 'x' }),
  },
  [access.enrolAuthenticator.path]: {
    async right() {
      const { accountId } = await account()
      const at = { now: app.now() }
      const { ticket, secret } = await offer(app.db, at, { secret: testSecret }, { accountId })
      return refused(access.enrolAuthenticator, { ticket, smsCode: codeOf(secret, at.now) })
    },
    wrong: () => refused(access.enrolAuthenticator, { ticket: 'x', smsCode: '000000' }),
  },
  [access.bindWecom.path]: {
    right: async () => 200,
    wrong: () => refused(access.bindWecom, { ticket: 'x', mobile: '13900000000', smsCode: '000000' }),
  },
}

/** Routes that an address may be limited at, because each request costs something and holds no credential. */
const costly: readonly Call[] = [access.captcha, access.smsOutcome, access.beginSignIn]
/** Routes without any limit by address: signed ones are checked by the same code as `/open/v1/leads`. */
const unlimited = /^\/?(?:a\/:token\/|open\/v1\/.*|files\*?|docs.*|live|probe|healthz|readyz|metrics|\*)$/
const publicPaths = calls.filter(({ may }) => may === 'public').map(({ path }) => path)

/** The server's routes, from the tree that the router prints. */
function listRoutes(): string[] {
  const parents: string[] = []
  return app.app.http
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', name = '', methods] = /^(.*?)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
      if (name === '') return []
      const depth = indent.length / 4
      const url = `${depth > 0 ? parents[depth - 1] : ''}${name}`
      parents[depth] = url
      return methods ? [url] : []
    })
}

it('each route without a session is tried, or has a reason', () => {
  const covered = new Set<string>([...Object.keys(tried), ...costly.map(({ path }) => path)])
  const sessions = new Set(calls.filter(({ may }) => may !== 'public').map(({ path }) => path as string))
  const routes = listRoutes()
  expect(routes).toContain('/a/:token')
  expect(routes.filter((url) => !sessions.has(url) && !covered.has(url) && !unlimited.test(url))).toEqual([
    access.signInOptions.path,
  ])
  expect(publicPaths.filter((path) => !covered.has(path))).toEqual([access.signInOptions.path])
})

it.each(Object.keys(tried))('%s serves right requests of an address with many wrong ones', async (route) => {
  const { right, wrong } = tried[route] as Tries
  await wrong()
  // As after thousands of wrong requests.
  await sql`update rate_limit set hits = 100000 where subject like '%127.0.0.1'`.execute(app.db)
  // A signature is cheap to check, so it has no limit by address.
  expect(await wrong()).toBe(route.startsWith('/open/') ? 401 : 429)
  await sql`delete from rate_limit where subject like 'address:%'`.execute(app.db)
  expect(await right()).toBeLessThan(300)
})
