import { rooms } from '@showroom/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildCustomer, buildMember, newCustomer, phoneFollow } from '../../../test/factories.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { role } from '@showroom/contract/access/access.rules'

/** Numbers that people type into text fields. */

let app: TestApp
let member: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  member = await buildMember(app.db, app.now(), { role: role.salesManager })
})
afterAll(() => app.close())

describe('a name', () => {
  it.each([
    '13812345678',
    '张三13812345678',
    '张三１３８１２３４５６７８',
    '张三138-1234-5678',
    '张三 138 1234 5678',
    '张三（138）1234.5678',
    '张三1\u200b3\u200b8\u200b1\u200b2\u200b3\u200b4\u200b5678',
    '张三8801223',
  ])('that contains a number is refused: %s', async (name) => {
    const customer = await buildCustomer(app, member)
    const edited = { ...newCustomer(app), customerId: customer.customerId, fromSource: 2, name }
    for (const refused of [
      await app.post(rooms.customer.add, member.token, newCustomer(app, { name })),
      await app.post(rooms.customer.edit, member.token, edited),
    ])
      expect(refused).toMatchObject({
        status: '-1',
        code: 400,
        errors: [{ path: 'name', text: '姓名中不能包含电话号码' }],
      })
  })

  it.each(['\u200b\u200d', '\u202e\u202c', '\u3164', ' \u2060 ', '\ufeff', '\u00ad'])(
    'of invisible characters counts as empty: %j',
    async (name) => {
      const refused = await app.post(rooms.customer.add, member.token, newCustomer(app, { name }))
      expect(refused).toMatchObject({ code: 400, errors: [{ path: 'name', text: '请输入客户姓名' }] })
    },
  )

  it.each([
    ['\u202e张三\u202c', '张三'],
    ['张\u200b三', '张三'],
    ['林女士2026', '林女士2026'],
    ['Anna O’Neil', 'Anna O’Neil'],
  ])('is stored without invisible characters: %j', async (name, kept) => {
    const { customerId } = await buildCustomer(app, member, { name })
    const { customer } = await app.post(rooms.customer.get, member.token, { customerId })
    expect(customer?.name).toBe(kept)
  })

  it('and a remark of invisible characters count as empty', async () => {
    const customer = await buildCustomer(app, member)
    const refused = await app.post(
      rooms.customer.follow,
      member.token,
      phoneFollow(app, customer, { remark: '\u200b\n\u2060' }),
    )
    expect(refused).toMatchObject({ code: 400, errors: [{ path: 'remark', text: '请输入备注' }] })
  })
})

describe('numbers stored before the check', () => {
  const number = '1３8-1234 5678'
  const masked = '1３8****5678'
  /** A file from before the check. */
  async function oldFile() {
    const built = await buildCustomer(app, member, {
      type: 2,
      companyName: `启航${number}公司`,
      tags: `电话${number}`,
      addition: { qq: '13812345678', province: `浙${number}`, city: '', area: '' },
    })
    await app.db
      .updateTable('customer')
      .set({ name: `张三${number}` })
      .where('id', '=', built.customerId)
      .execute()
    return built
  }

  it('are masked in the file, the list, the export and the tasks', async () => {
    const { customerId } = await oldFile()
    const file = await app.post(rooms.customer.get, member.token, { customerId })
    expect(file.customer).toMatchObject({
      name: `张三${masked}`,
      companyName: `启航${masked}公司`,
      tag: `电话${masked}`,
    })
    expect(file.editable).toMatchObject({
      name: `张三${masked}`,
      addition: { qq: '138****5678', province: `浙${masked}` },
    })
    const list = await app.post(rooms.customer.list, member.token, { key: '张三1' })
    expect(list.data?.[0]?.name).toBe(`张三${masked}`)
    await app.post(rooms.task.list, member.token, { filterType: 1 })
    await app.post(rooms.customer.list, member.token, { isExport: 1 })
  })

  it('cannot be searched by hidden digits', async () => {
    await oldFile()
    const { total } = await app.post(rooms.customer.list, member.token, { key: '8-1234' })
    expect(total).toBe(0)
  })

  it('stay when the form sends them back unchanged', async () => {
    const { customerId } = await oldFile()
    const { editable, rowVersion } = await app.post(rooms.customer.get, member.token, { customerId })
    const edited = await app.post(rooms.customer.edit, member.token, {
      ...editable,
      customerId,
      rowVersion,
      buyArea: '西湖区',
      weixin: 'zhangsan',
    })
    expect(edited).toMatchObject({ status: '0' })
    const { rows } = await sql`
      select name, company_name, tags, qq, province, weixin from customer where id = ${customerId}`.execute(
      app.db,
    )
    expect(rows[0]).toEqual({
      name: `张三${number}`,
      company_name: `启航${number}公司`,
      tags: `电话${number}`,
      qq: '13812345678',
      province: `浙${number}`,
      weixin: 'zhangsan',
    })
    const { timelines } = await app.post(rooms.customer.get, member.token, { customerId })
    expect(timelines?.[0]?.content).toBe('微信已修改')
  })
})
