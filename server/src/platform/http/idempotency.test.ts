import { rooms } from '@showroom/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, send } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildMember, newCustomer } from '../../../test/factories.ts'
import type { BuiltMember } from '../../../test/factories.ts'
import { housekeeping } from '../jobs/housekeeping.ts'

const { add } = rooms.customer

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const person = () => buildMember(app.db, app.now())
const post = (by: BuiltMember, body: object, key: string) =>
  app.post(add, by.token, body, { 'idempotency-key': key })
const customers = ({ dealerId }: BuiltMember) =>
  app.db.selectFrom('customer').select('id').where('dealer_id', '=', dealerId).execute()

describe('an idempotency key', () => {
  it('returns the first response again, on any process', async () => {
    const by = await person()
    const body = newCustomer(app)
    const first = await post(by, body, 'form-0001')
    expect(first.status).toBe('0')
    const other = await app.startNode()
    const again = await send(other, add, by.token, body, { 'idempotency-key': 'form-0001' })
    expect(again.text).toBe(first.text)
    expect(await customers(by)).toHaveLength(1)
  })

  it('is refused with another body', async () => {
    const by = await person()
    const body = newCustomer(app)
    await post(by, body, 'form-0002')
    expect(await post(by, { ...body, name: '别人' }, 'form-0002')).toMatchObject({
      status: '-1',
      code: 422,
      detail: '重复提交的内容与首次不一致，请刷新后重试',
    })
    expect(await customers(by)).toHaveLength(1)
  })

  it('is refused for another call', async () => {
    const by = await person()
    await post(by, newCustomer(app), 'form-0003')
    const answer = await app.post(rooms.access.logout, by.token, {}, { 'idempotency-key': 'form-0003' })
    expect(answer).toMatchObject({ code: 422 })
  })

  it('is separate for each member', async () => {
    const [one, two] = [await person(), await person()]
    expect((await post(one, newCustomer(app), 'form-0004')).status).toBe('0')
    expect((await post(two, newCustomer(app), 'form-0004')).status).toBe('0')
    expect(await customers(two)).toHaveLength(1)
  })

  it('may be used again after a refusal, for the corrected form', async () => {
    const by = await person()
    expect((await post(by, { ...newCustomer(app), name: '' }, 'form-0005')).code).toBe(400)
    const taken = newCustomer(app)
    await post(by, taken, 'form-0006')
    expect((await post(by, newCustomer(app, { mobile: taken.mobile }), 'form-0005')).code).toBe(2001)
    expect((await post(by, newCustomer(app), 'form-0005')).status).toBe('0')
  })

  it('may be used again after a failure, which leaves nothing behind', async () => {
    const by = await person()
    const body = newCustomer(app)
    await sql`alter table timeline rename to timeline_away`.execute(app.db)
    const failed = await post(by, body, 'form-0007')
    await sql`alter table timeline_away rename to timeline`.execute(app.db)
    expect(failed).toMatchObject({
      httpStatus: 500,
      status: '-1',
      code: 500,
      detail: '系统错误，请联系管理员！',
      // Only the test app exposes this.
      fault: 'relation "timeline" does not exist',
    })
    expect(failed.text).not.toMatch(/timeline|relation|select|insert/i)
    expect(await customers(by)).toEqual([])
    expect(
      await app.db.selectFrom('idempotency_key').select('key').where('key', '=', 'form-0007').execute(),
    ).toEqual([])
    expect((await post(by, body, 'form-0007')).status).toBe('0')
    expect(await customers(by)).toHaveLength(1)
  })

  it('rolls the call back if its response cannot be stored', async () => {
    const by = await person()
    const body = newCustomer(app)
    await sql`alter table idempotency_key add constraint no_answers check (answer is null) not valid`.execute(
      app.db,
    )
    const failed = await post(by, body, 'form-0009')
    await sql`alter table idempotency_key drop constraint no_answers`.execute(app.db)
    expect(failed).toMatchObject({ httpStatus: 500, code: 500 })
    expect(await customers(by)).toEqual([])
    expect((await post(by, body, 'form-0009')).status).toBe('0')
    expect(await customers(by)).toHaveLength(1)
  })

  it.each(['short', 'with blank 1', 'ümlaut-123', 'x'.repeat(101)])(
    'is refused, not ignored, if malformed (%s)',
    async (key) => {
      const by = await person()
      expect(
        await post(by, newCustomer(app), encodeURI(key) === key ? key : Buffer.from(key).toString('latin1')),
      ).toMatchObject({
        code: 400,
        detail: 'Idempotency-Key 格式不正确',
      })
      expect(await customers(by)).toEqual([])
    },
  )

  it('is kept for 24 hours', async () => {
    const by = await person()
    const body = newCustomer(app)
    await post(by, body, 'form-0008')
    const rows = () =>
      app.db.selectFrom('idempotency_key').select('key').where('key', '=', 'form-0008').execute()
    const at = (hours: number) => () => new Date(app.now().getTime() + hours * 3_600_000)
    await housekeeping(app.db, at(23.9)).run()
    expect(await rows()).toHaveLength(1)
    await housekeeping(app.db, at(24.1)).run()
    expect(await rows()).toHaveLength(0)
  })
})
