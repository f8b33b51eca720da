import { calls, rooms } from '@showroom/contract'
import { mayCall, schemaOf } from '@showroom/contract/kernel/call'
import type { Call } from '@showroom/contract/kernel/call'
import { deriveFlags, isAdminRole, role as roles } from '@showroom/contract/access/access.rules'
import { handlesFront } from '@showroom/contract/team/member.rules'
import { errors, isLimit } from '@showroom/contract/kernel/errors'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { bodyLimit, serveCalls } from '../../src/platform/http/calls.ts'
import { hashToken } from '../../src/platform/session/gate.ts'
import { buildDealer, buildMember } from '../../src/team/team.factory.ts'
import { createTestApp } from '../app.ts'
import type { TestApp } from '../app.ts'
import { nothingWritten as nothingWrittenTo } from '../database/snapshot.ts'
import type { Actor } from './walk.ts'
import {
  answerable,
  bodyFor,
  buildActor as buildActorOf,
  fieldsOf,
  isLimited,
  landings,
  postValid,
  roleFor,
  walkOf,
  walkedCalls,
} from './walks.ts'
import type { Body } from './walks.ts'

/** Tries every call of the contract with everything that must be refused; ids.test.ts does the same for each id. */

let app: TestApp
let actor: Actor
/** Tokens of the actor's store, by role. */
const tokens = new Map<number, string>()
const tokenOf = (call: Call): string =>
  roleFor(call) === roles.salesManager ? actor.member.token : (tokens.get(roleFor(call)) ?? '')
beforeAll(async () => {
  app = await createTestApp()
  actor = await buildActor()
  const { dealerId } = actor.member
  for (const role of new Set(calls.map(roleFor)))
    tokens.set(role, (await buildMember(app.db, app.now(), { dealerId, role })).token)
})
afterAll(() => app.close())

const buildActor = (call?: Call): Promise<Actor> => buildActorOf(app, call ? { role: roleFor(call) } : {})
const bodyOf = (call: Call, of = actor): Promise<Body> => bodyFor(app, call, of)
/** Uses a new person each time, as the call uses up an SMS code. */
const freshBodyOf = async (call: Call): Promise<Body> =>
  bodyOf(call, call.may === 'public' ? await buildActor() : actor)
const post = (call: Call, token: string, body: unknown) => app.post(call, token, body)
/** Sends pending SMS codes first. */
const nothingWritten = (work: () => Promise<void>): Promise<void> =>
  nothingWrittenTo(app.db, work, () => app.app.texts.run())

const named = walkedCalls.map((call) => [call.path, call] as const)
const signedIn = named.filter(([, call]) => call.may !== 'public')
const ownDealer = signedIn.filter(([, call]) => call !== rooms.access.switchDealer)

it('every path is served once', () => {
  expect(new Set(calls.map((call) => call.path)).size).toBe(calls.length)
})

it('the server does not start without a handler for each', () => {
  const { follow: _left, ...others } = rooms.customer
  const handlers = {
    customer: Object.fromEntries(Object.keys(others).map((name) => [name, () => Promise.resolve({})])),
  }
  const http = { post: () => undefined, register: () => undefined } as never
  expect(() => serveCalls(http, { customer: others }, handlers, {} as never)).not.toThrow()
  expect(() => serveCalls(http, { customer: rooms.customer }, handlers, {} as never)).toThrow(
    'call customer.follow (/v2/appCustomerService/follow) has no handler',
  )
})

it('the server does not start with a call that names no right', () => {
  const { may: _may, ...open } = rooms.customer.follow
  expect(() =>
    serveCalls(
      { post: () => undefined } as never,
      { customer: { follow: open as unknown as Call } },
      { customer: { follow: () => Promise.resolve({}) } },
      {} as never,
    ),
  ).toThrow('call customer.follow (/v2/appCustomerService/follow) names no right in `may`')
})

describe('a valid request is answered', () => {
  it.each(answerable.map((call) => [call.path, call] as const))('%s', async (_path, call) => {
    const answer = await postValid(app, call)
    expect(
      answer,
      'the walk of the call is not right: what must be so before goes to `prepare`, in the <room>.walk.ts',
    ).toMatchObject({ httpStatus: 200, status: '0', code: 0, detail: '' })
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe('without a live session', () => {
  let dead: readonly string[] = []
  beforeAll(async () => {
    const { dealerId, token } = actor.member
    const idle = await buildMember(app.db, new Date(app.now().getTime() - 13 * 3_600_000), { dealerId })
    const frozen = await buildMember(app.db, app.now(), { dealerId })
    await app.db.updateTable('member').set({ status: -1 }).where('id', '=', frozen.memberId).execute()
    dead = ['', 'unknown', hashToken(token).toString('hex'), idle.token, frozen.token]
  })

  it.each(signedIn)('%s is refused with -100', async (_path, call) => {
    const body = await bodyOf(call)
    await nothingWritten(async () => {
      for (const token of dead)
        expect(await post(call, token, body)).toMatchObject({
          httpStatus: 200,
          status: '-100',
          code: 100,
          detail: '登录过期',
        })
    })
  })
})

describe('for another dealer', () => {
  let other = 0
  beforeAll(async () => {
    other = await buildDealer(app.db)
  })

  it.each(ownDealer)('%s is refused as for an unknown one', async (_path, call) => {
    const body = await bodyOf(call)
    await nothingWritten(async () => {
      const refused = await post(call, tokenOf(call), { ...body, dealerId: other })
      expect(refused).toMatchObject({
        httpStatus: 200,
        status: '-1',
        code: 404,
        detail: '记录不存在或已被移除',
      })
      for (const dealerId of [99_999_999, -1, String(actor.member.dealerId), null, [actor.member.dealerId]])
        expect((await post(call, tokenOf(call), { ...body, dealerId })).text).toBe(refused.text)
    })
  })
})

describe('rights', () => {
  /** The modules that each role starts with, from base info. */
  async function defaults(): Promise<Map<number, string[]>> {
    const { dealerMemberRoles = [] } = await app.post(rooms.base.baseInfo, actor.member.token, {})
    return new Map(dealerMemberRoles.map((role) => [Number(role.dataValue), (role.remark ?? '').split(',')]))
  }
  /** A wrong dealer is refused right after the rights check, so that nothing is ever carried out here. */
  const passes = async (call: Call, token: string): Promise<boolean> => {
    const { code } = await post(call, token, { dealerId: -1 })
    expect([403, 404, 400]).toContain(code)
    return code !== 403
  }

  it('start with modules for every role', async () => {
    const modulesOf = await defaults()
    expect([...modulesOf.keys()].toSorted((a, b) => a - b)).toEqual(
      Object.values(roles).toSorted((a, b) => a - b),
    )
  })

  it.each(Object.values(roles))(
    'are refused to role %i where it lacks them, and nowhere else',
    async (role) => {
      const modulesOf = await defaults()
      for (const modules of [modulesOf.get(role) ?? [], []]) {
        const { token } = await buildMember(app.db, app.now(), {
          dealerId: actor.member.dealerId,
          role,
          modules,
        })
        const flags = deriveFlags({
          role,
          modules,
          hasSubordinates: false,
          onlinePolicy: 1,
          cityPoolEnable: false,
          hasDaily: true,
          groupId: 0,
          isClosed: false,
          handleFront: handlesFront(role, modules),
        })
        for (const [path, call] of signedIn) {
          const expected = mayCall(call.may, { role, isAdmin: isAdminRole(role), modules, flags })
          expect(await passes(call, token), `role ${role} with ${modules.join()} at ${path}`).toBe(expected)
        }
      }
    },
  )

  it('follow this matrix of roles with their first modules', async () => {
    const modulesOf = await defaults()
    for (const [path, call] of signedIn) {
      const allowed = []
      for (const role of Object.values(roles)) {
        const modules = modulesOf.get(role) ?? []
        const flags = deriveFlags({
          role,
          modules,
          hasSubordinates: false,
          onlinePolicy: 1,
          cityPoolEnable: false,
          hasDaily: true,
          groupId: 0,
          isClosed: false,
          handleFront: handlesFront(role, modules),
        })
        if (mayCall(call.may, { role, isAdmin: isAdminRole(role), modules, flags })) allowed.push(role)
      }
      const roleWord = walkOf(call).roles
      expect(allowed, path).toEqual(roleWord === 'member' ? Object.values(roles) : roleWord)
    }
  })

  it('missing ones are refused with a text, and nothing is written', async () => {
    const { token } = await buildMember(app.db, app.now(), {
      dealerId: actor.member.dealerId,
      role: 15,
      modules: [],
    })
    await nothingWritten(async () => {
      for (const [, call] of signedIn.filter(([, one]) => one.may !== 'member'))
        expect(await post(call, token, await bodyOf(call))).toMatchObject({
          status: '-1',
          code: 403,
          detail: '您没有该操作的权限',
        })
    })
  })
})

describe('an invalid request', () => {
  const raw = (call: Call, payload: string | Buffer, contentType = 'application/json') =>
    app.app.http.inject({
      method: 'POST',
      url: call.path,
      payload,
      headers: { 'content-type': contentType, authorization: tokenOf(call) },
    })
  const noLeak = /at .*:\d+|\.ts|node_modules|SyntaxError|FST_|select |Error/

  it.each(named)('%s refuses malformed JSON, and anything but an object', async (_path, call) => {
    await nothingWritten(async () => {
      for (const text of ['{', '{"a":}', 'null}', '{"__proto__":{"admin":true}}', '']) {
        const response = await raw(call, text)
        expect(response.statusCode, text).toBe(400)
        expect(response.json()).toEqual({ status: '-1', code: 400, detail: '请求格式不正确' })
      }
      for (const text of ['[]', '"text"', '5', 'true']) {
        const response = await raw(call, text)
        expect(response.json(), text).toMatchObject({ status: '-1', code: 400 })
        expect(response.body).not.toMatch(noLeak)
      }
    })
  })

  it.each(named)('%s refuses other content, oversized bodies and other methods', async (_path, call) => {
    await nothingWritten(async () => {
      const large = await raw(call, JSON.stringify({ surplus: 'x'.repeat(call.mostBytes ?? bodyLimit) }))
      expect(large.statusCode).toBe(413)
      expect(large.json()).toEqual({ status: '-1', code: 413, detail: '提交的内容过大' })
      expect((await raw(call, 'a=1', 'application/x-www-form-urlencoded')).statusCode).toBe(415)
      expect((await raw(call, '<a/>', 'text/xml')).statusCode).toBe(415)
      for (const method of ['GET', 'PUT', 'DELETE'] as const) {
        const response = await app.app.http.inject({ method, url: call.path })
        expect(response.statusCode).toBe(404)
        expect(response.json()).toEqual({ status: '-1', code: 404, detail: '接口不存在' })
      }
    })
  })
})

interface ObjectSchema {
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, { readonly type?: string }>>
}
const jsonSchemaOf = (call: Call): ObjectSchema =>
  z.toJSONSchema(schemaOf(call.request), { io: 'input', unrepresentable: 'any' }) as ObjectSchema

describe('each field', () => {
  const required = named.map(([path, call]) => [path, call, jsonSchemaOf(call).required ?? []] as const)
  it('includes required ones', () => {
    expect(required.flatMap(([, , fields]) => fields).length).toBeGreaterThan(15)
  })

  it.each(required)('%s refuses a missing required one', async (_path, call, fields) => {
    const whole = await freshBodyOf(call)
    await nothingWritten(async () => {
      for (const field of fields) {
        const { [field]: _left, ...body } = whole
        const refused = await post(call, tokenOf(call), body)
        expect.soft(refused, `without ${field}`).toMatchObject({ httpStatus: 200, status: '-1', code: 400 })
        expect.soft(refused.errors?.map((error) => error.path)).toContain(field)
        expectChinese(refused.errors)
      }
    })
  })

  const typed = named.map(
    ([path, call]) =>
      [
        path,
        call,
        Object.entries(jsonSchemaOf(call).properties ?? {}).filter(([field]) => field !== 'dealerId'),
      ] as const,
  )
  it.each(typed)('%s refuses one of a wrong type', async (_path, call, fields) => {
    const body = await freshBodyOf(call)
    await nothingWritten(async () => {
      for (const [field, { type }] of fields) {
        // `null` is never valid; an object or a word is always of a wrong type for one of the two.
        const wrong = typeof body[field] === 'object' || type === 'object' ? 'x' : { x: 1 }
        for (const value of [wrong, null]) {
          const refused = await post(call, tokenOf(call), { ...body, [field]: value })
          const label = `${field} as ${JSON.stringify(value)}`
          expect.soft(refused, label).toMatchObject({ httpStatus: 200, status: '-1', code: 400 })
          expect.soft(refused.errors?.map((error) => error.path.split('.')[0])).toContain(field)
          expectChinese(refused.errors)
        }
      }
    })
  })

  /** Expects Chinese texts: no English library message may reach the screen. */
  function expectChinese(problems: { text: string }[] = []): void {
    for (const { text } of problems) expect.soft(text).toMatch(/[\u4e00-\u9fa5]/)
  }
})

describe('a limit', () => {
  /** A number that the store does not have. */
  const unknownNumber = '13900009999'
  const wait = 77
  /** A file of customers is counted in every tenth read. */
  const mostTries = 30

  const limited = named.flatMap(([path, call]) => {
    const { limited: besides } = walkOf(call)
    if (!call.refusals.some(isLimit) || (besides && 'none' in besides)) return []
    const ofList = fieldsOf(call).includes('key') ? { key: unknownNumber } : {}
    return [[path, call, besides ?? ofList] as const]
  })

  it.skipIf(isLimited)('is walked for the calls that have one', () => {
    expect(limited.length).toBeGreaterThan(20)
  })

  /** While the trigger is on, every counter is spent as soon as it counts. */
  beforeAll(async () => {
    await sql`
      create function spend() returns trigger language plpgsql as $$
      begin
        new.hits := 1000000;
        new.window_ends_at := ${sql.lit(new Date(app.now().getTime() + wait * 1000).toISOString())};
        return new;
      end $$`.execute(app.db)
    await sql`create trigger spend before insert or update on rate_limit for each row execute function spend()`.execute(
      app.db,
    )
  })
  afterAll(async () => {
    await sql`drop function spend cascade`.execute(app.db)
    await app.db.deleteFrom('rate_limit').execute()
  })
  /** Counters that a call looks at before it counts. */
  const revealed = async ({ member: { dealerId, memberId, accountId } }: Actor): Promise<void> => {
    const subjects = [`number-miss:${dealerId}:${memberId}`, `password:${accountId}`]
    const values = subjects.map((subject) => ({ subject, hits: 0, window_ends_at: app.now() }))
    await app.db.insertInto('rate_limit').values(values).execute()
  }

  it.each(limited)('of %s is refused with 429 and the seconds to wait', async (_path, call, besides) => {
    await app.db.deleteFrom('rate_limit').execute()
    await sql`alter table rate_limit disable trigger spend`.execute(app.db)
    const own = await buildActor(call)
    const body = { ...(await bodyOf(call, own)), ...(await walkOf(call).prepare?.(app, own)), ...besides }
    await sql`alter table rate_limit enable trigger spend`.execute(app.db)
    await revealed(own)
    const key = `limit-${own.member.memberId}`
    const headers: Record<string, string> = call.writes ? { 'idempotency-key': key } : {}
    const ask = () => app.post(call, call.may === 'public' ? '' : own.member.token, body, headers)
    let refused = await ask()
    for (let tries = 1; tries < mostTries && refused.httpStatus !== 429; tries++) refused = await ask()
    expect(refused, 'the walk does not draw on the limit: see `limited`').toMatchObject({
      httpStatus: 429,
      status: '-1',
    })
    expect(call.refusals.filter(isLimit).map((code) => errors[code].code)).toContain(refused.code)
    expect(refused.detail).toMatch(/频繁|过多|上限/)
    expect(refused.headers['retry-after']).toBe(String(wait))
    const rows = await app.db.selectFrom('idempotency_key').select('key').where('key', '=', key).execute()
    expect(rows, 'a refusal is no first answer of its key').toEqual([])
  })
})

describe('the catalogue of refusals', () => {
  it('has its own number and a Chinese text for each', () => {
    const all = Object.values(errors)
    expect(new Set(all.map((error) => error.code)).size).toBe(all.length)
    for (const { text } of all) expect(text).toMatch(/[\u4e00-\u9fa5]/)
  })

  it('says if no outside system was visited, or none exists', async () => {
    for (const call of landings)
      expect((await post(call, '', await bodyOf(call))).detail).toMatch(/尚未配置|请重新扫码/)
  })

  it('holds the refusals of the calls, each once', () => {
    for (const call of calls) {
      expect(new Set(call.refusals).size, call.path).toBe(call.refusals.length)
      for (const code of call.refusals) expect(errors[code]).toBeDefined()
    }
  })
})
