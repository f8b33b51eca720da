import { rooms } from '@showroom/contract'
import { maskCases } from '@showroom/contract/kernel/mask.cases'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import { createTestDatabase } from '../../../test/database/database.ts'
import { clientHash, signIn, storedHash } from '../../../test/sign-in.ts'
import { buildCustomer, buildMember, newCustomer, phoneFollow } from '../../../test/factories.ts'
import { createLog, errorFields, summaryOf, withLogFields } from './log.ts'

function capture() {
  const lines: string[] = []
  return { lines, log: createLog('trace', { write: (line: string) => void lines.push(line) }) }
}

it("names the cause in a library's copy of an error, without its values", () => {
  const copy = { code: '22P02', severity: 'ERROR', message: 'invalid input: "13812345678"', queue: 'wake' }
  expect(summaryOf(copy)).toBe('22P02 invalid input: "…"')
  expect(errorFields({ ...copy, code: '08006', message: 'connection lost' })).toMatchObject({
    code: '08006',
    message: 'connection lost',
  })
  for (const other of [undefined, null, 'text', { message: 7 }]) expect(summaryOf(other)).toBe('not an error')
})

describe('a log line', () => {
  it('masks numbers everywhere', () => {
    const { lines, log } = capture()
    log.info(
      { mobile: '13812345678', nested: { text: '客户 13912345678，+8613712345678、11010119900307002X' } },
      'from 008615012345678',
    )
    const [line = ''] = lines
    expect(line).toContain('138****5678')
    expect(line).toContain('139****5678')
    expect(line).toContain('+86137****5678')
    expect(line).toContain('110***********002X')
    expect(line).toContain('0086150****5678')
    expect(line).not.toMatch(/12345678|19900307/)
  })

  it.each(maskCases)('masks the same as responses: %s', (written, shown) => {
    const { lines, log } = capture()
    log.info({ nested: [{ text: written }] }, `a ${written} b`)
    log.error({ err: new Error(written) }, 'failed')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { nested: [{ text: shown }], msg: `a ${shown} b` },
      { err: { message: shown } },
    ])
  })

  it('keeps ids, timestamps, addresses and measures, and stays valid JSON', () => {
    const { lines, log } = capture()
    const fields = {
      reqId: '13812345-6781-4138-9123-138123456789',
      key: 'a/1/2-13812345-6781-4138-9123-138123456789.png',
      at: '2026-11-18T13:81:23.456Z',
      ip: '139.16.134.156',
      url: 'http://139.16.134.156:8080/',
      took: 13.812345678,
      share: 0.13812345678,
      list: [138, 1234, 5678],
      ms: 1_794_974_400_000,
    }
    log.info(fields, 'done')
    log.info({ ...fields, mobile: 13_812_345_678, text: '13812345678\n"139\t1234\n5678"' }, 'done')
    const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(first).toMatchObject(fields)
    expect(second).toMatchObject({ ...fields, mobile: '138****5678', text: '138****5678\n"139****5678"' })
    expect(first?.['time']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  })

  it('masks numbers in errors', () => {
    const { lines, log } = capture()
    log.error(
      { err: Object.assign(new Error('dup 13812345678'), { detail: 'Key (mobile)=(13812345679) exists' }) },
      'failed',
    )
    expect(lines[0]).not.toMatch(/1381234567/)
  })

  it('names the database error without contents of rows', async () => {
    const { url, drop } = await createTestDatabase()
    const { lines, log } = capture()
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(
      'create table person (name text not null, mobile text, born date, check (length(name) < 5))',
    )
    const failed = async (statement: string, values: unknown[]): Promise<Record<string, unknown>> => {
      const error: unknown = await client.query(statement, values).then(
        () => undefined,
        (cause: unknown) => cause,
      )
      log.error({ err: new Error('saving failed', { cause: error }) }, 'failed')
      log.warn({ error }, 'failed')
      return (JSON.parse(lines.at(-2) ?? '{}') as { err: { cause: Record<string, unknown> } }).err.cause
    }
    const insert = 'insert into person (name, mobile, born) values ($1, $2, $3)'
    expect(await failed(insert, ['郑不许写进来', '绝密号码', null])).toMatchObject({
      code: '23514',
      table: 'person',
      constraint: 'person_name_check',
      message: expect.stringContaining('violates check constraint'),
      stack: expect.stringContaining('log.test.ts'),
    })
    expect(await failed(insert, [null, '绝密号码', null])).toMatchObject({ code: '23502', column: 'name' })
    expect(await failed(insert, ['郑', '绝密号码', '绝密 "生日"'])).toMatchObject({
      code: '22007',
      message: 'invalid input syntax for type date: "…"',
    })
    log.error({ err: Object.assign(new Error('refused'), { body: { name: '绝密' } }) })
    try {
      JSON.parse('{"name": 绝密}')
    } catch (error) {
      log.error({ err: error })
    }
    await client.end()
    await drop()
    expect(lines).toHaveLength(8)
    expect(lines.join('')).not.toMatch(/绝密|郑|Failing row/)
  })

  it('keeps request ids and other numbers', () => {
    const { lines, log } = capture()
    const requestId = 'e3a1191e-193e-48f8-bc3c-d19412349662'
    log.info({ requestId, orderNo: '202611180001', ms: 13812345678.5 })
    expect(lines[0]).toContain(requestId)
    const ofNginx = '4f138123456785c0a1b2c3d4e5f60718'
    log.info({ requestId: ofNginx, text: '13812345678 '.repeat(3) })
    expect(lines[1]).toContain(ofNginx)
    expect(lines[1]).toContain('138****5678')
    expect(lines[0]).toContain('202611180001')
  })

  it('carries the fields around it, as they are at that time', async () => {
    const { lines, log } = capture()
    const fields: Record<string, unknown> = { requestId: 'a' }
    await withLogFields(
      () => fields,
      async () => {
        log.info('first')
        await Promise.resolve()
        fields['memberId'] = 7
        log.info({ requestId: 'b' }, 'second')
      },
    )
    log.info('third')
    const [first, second, third] = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(first).toMatchObject({ requestId: 'a', msg: 'first' })
    expect(second).toMatchObject({ requestId: 'b', memberId: 7 })
    expect(third).not.toHaveProperty('requestId')
    expect(fields).toEqual({ requestId: 'a', memberId: 7 })
  })

  it("of a request's work carries the request id", async () => {
    const { lines, log } = capture()
    const app = await createTestApp({ log, demo: false })
    try {
      const request = { mobile: '13912345678', answer: 'x', uniqueId: 'y', purpose: 'login' as const }
      const { headers } = await app.post(rooms.access.getSmsCode, '', request)
      const line = lines.find((one) => one.includes('an SMS was asked for'))
      expect(JSON.parse(line ?? '{}')).toMatchObject({ requestId: headers['x-request-id'] })
    } finally {
      await app.close()
    }
  })

  it('drops passwords and tokens', () => {
    const { lines, log } = capture()
    log.info({ password: 'geheim-1', body: { password: 'geheim-2' }, authorization: 'geheim-3' })
    expect(lines[0]).not.toContain('geheim')
  })
})

describe('the log of a working day', () => {
  it('holds no number, name, text, password, code or token', async () => {
    const { lines, log } = capture()
    const app = await createTestApp({ log })
    try {
      const member = await buildMember(app.db, app.now(), { passwordHash: storedHash, name: '吴秘密' })
      const { token = '' } = await signIn(app, member.mobile)
      const secret = {
        name: '郑不许写',
        mobile: '13987651234',
        remark: '绝密备注',
        addition: { idNo: '11010119900307002X', address: '保密路 1 号' },
      }
      const customer = await buildCustomer(app, member, secret)
      await app.post(rooms.customer.add, token, newCustomer(app, { ...secret, gender: 9 as 1 }))
      await app.post(rooms.customer.add, token, newCustomer(app, secret))
      await app.post(rooms.customer.follow, token, phoneFollow(app, customer, { remark: '绝密备注' }))
      await app.post(rooms.base.getUserInfo, token, { userId: customer.customerId })
      await app.post(rooms.customer.list, token, { key: '郑不许' })
      await app.app.http.inject('/somewhere?mobile=13987651234&token=abc')
      const all = lines.join('')
      expect(lines.length).toBeGreaterThan(8)
      for (const word of [
        member.mobile,
        '13987651234',
        '19900307',
        '郑不许',
        '吴秘密',
        '绝密',
        '保密路',
        clientHash,
        token,
        member.token,
      ])
        expect(all, word).not.toContain(word)
      const added = lines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter((line) => line['path'] === rooms.customer.add.path)
      expect(added.map((line) => line['refused'])).toEqual([undefined, 'INVALID', 'CUSTOMER_EXISTS'])
      expect(added[1]).toMatchObject({
        status: 200,
        dealerId: member.dealerId,
        memberId: member.memberId,
        requestId: expect.any(String),
        ms: expect.any(Number),
      })
    } finally {
      await app.close()
    }
  })
})
