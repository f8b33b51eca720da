import { rooms } from '@showroom/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { buildMember, newCustomer } from '../../test/factories.ts'
import type { BuiltMember } from '../../test/factories.ts'
import { storeBytes } from '../../test/sheets.ts'
import { dataOf, rounded, workbookOf } from '../../test/workbook.ts'
import { writeXlsx } from '../platform/xlsx/xlsx.ts'

const { addBlocked, blockedList, importBlocked, removeBlocked } = rooms.setting

let app: TestApp
let by: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
})
/** Each test has its own store. */
beforeEach(async () => {
  by = await buildMember(app.db, app.now(), { role: 1, modules: ['客户管理', '企业管理'] })
})
afterAll(() => app.close())

const listOf = async (of = by) => (await app.post(blockedList, of.token, {})).data ?? []
const sheet = (rows: readonly (readonly string[])[], headings = ['姓名', '手机号', '身份证号码', '联系人']) =>
  writeXlsx([{ name: 'blc名单', columns: headings.map((heading) => ({ heading, width: 12 })), rows }])

describe('the store’s blocklist', () => {
  it('blocks actions at this store only, until the person is removed', async () => {
    const mobile = '13811110001'
    const contacts = ['王经理 0571-88880000', '李经理']
    expect(
      await app.post(addBlocked, by.token, { name: '黄牛', mobile: '+86 138-1111-0001', contacts }),
    ).toMatchObject({
      status: '0',
    })
    const elsewhere = await buildMember(app.db, app.now(), { role: 1 })
    const add = (of: BuiltMember) => app.post(rooms.customer.add, of.token, { ...newCustomer(app), mobile })
    expect(await add(by)).toMatchObject({ status: '-2', code: 1004, detail: contacts.join(',') })
    expect(await add(elsewhere)).toMatchObject({ status: '0' })
    const [row] = await listOf()
    expect(row).toMatchObject({ name: '黄牛', mobile: '138****0001', contacts })
    expect(await listOf(elsewhere)).toEqual([])
    expect(await app.post(removeBlocked, elsewhere.token, { id: row?.id })).toMatchObject({ code: 404 })
    expect(await app.post(removeBlocked, by.token, { id: row?.id })).toMatchObject({ status: '0' })
    expect(await app.post(removeBlocked, by.token, { id: row?.id })).toMatchObject({ code: 404 })
    expect(await add(by)).toMatchObject({ status: '0' })
    const rows = await app.db
      .selectFrom('audit')
      .select('detail')
      .where('record', '=', `blocklist:${row?.id}`)
      .execute()
    expect(rows.map(({ detail }) => detail)).toEqual([
      { old: null, new: { mobile: '138****0001', identifyNo: '' } },
      { old: { mobile: '138****0001', identifyNo: '' }, new: null },
    ])
  })

  it('contains each number once, also for concurrent requests', async () => {
    const row = { identifyNo: '33010219900101104x', contacts: ['王经理'] }
    const answers = await Promise.all([1, 2].map(() => app.post(addBlocked, by.token, row)))
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 2502])
  })

  it.each([
    [{ contacts: ['王'] }, 'mobile', '请输入手机号或身份证号码'],
    [{ mobile: '1381111', contacts: ['王'] }, 'mobile', '请输入正确的手机号'],
    [{ identifyNo: '33', contacts: ['王'] }, 'identifyNo', '请输入正确的身份证号码'],
    [{ mobile: '13811110009' }, 'contacts', '请输入联系人'],
    [{ mobile: '13811110009', contacts: [] }, 'contacts', '请输入联系人'],
    [{ mobile: '13811110009', contacts: [''] }, 'contacts.0', '请输入联系人'],
  ])('refuses %j', async (body, path, text) => {
    expect((await app.post(addBlocked, by.token, body)).errors).toContainEqual({ path, text })
  })
})

describe('the import', () => {
  it('adds valid rows, counts existing ones and reports invalid ones', async () => {
    const rows = [
      ['甲', '13811110011', '', '王经理、李经理'],
      ['甲', '13811110011', '', '王经理'],
      ['乙', '', '330102199001011111', '王经理'],
      ['丙', '123', '', ''],
      ['丁', '', '', '王经理'],
    ]
    const file = await storeBytes(app, by, await sheet(rows))
    expect(await app.post(importBlocked, by.token, { file })).toMatchObject({
      successTotal: 2,
      duplicateTotal: 1,
      failTotal: 2,
      errors: [
        { row: 5, text: '请输入正确的手机号；请输入联系人' },
        { row: 6, text: '请输入手机号或身份证号码' },
      ],
    })
    expect((await listOf()).find(({ name }) => name === '甲')).toMatchObject({
      contacts: ['王经理', '李经理'],
    })
  })

  it('repeated for the same file, also concurrently, runs once and returns the same response', async () => {
    const file = await storeBytes(app, by, await sheet([['戊', '13811110021', '', '王经理']]))
    const twice = [1, 2].map(() => app.post(importBlocked, by.token, { file }))
    for (const answer of [...(await Promise.all(twice)), await app.post(importBlocked, by.token, { file })])
      expect(answer).toMatchObject({ status: '0', successTotal: 1, duplicateTotal: 0 })
    const audits = await app.db
      .selectFrom('audit')
      .select('detail')
      .where('dealer_id', '=', by.dealerId)
      .where('record', '=', 'blocklist:import')
      .where('detail', '@>', JSON.stringify({ new: { total: 1 } }))
      .execute()
    expect(audits).toHaveLength(1)
  })

  it('holds no connection while it reads, and limits running and waiting imports', async () => {
    const file = await storeBytes(
      app,
      by,
      await sheet(Array.from({ length: 20_000 }, () => ['己', '13811110022', '', '王经理'])),
    )
    const held = async () =>
      (
        await sql`select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`.execute(
          app.db,
        )
      ).rows.length
    const reading = { isOver: false }
    const imports = Promise.all(
      Array.from({ length: 8 }, () => app.post(importBlocked, by.token, { file })),
    ).finally(() => (reading.isOver = true))
    while (!reading.isOver) expect(await held()).toBe(0)
    const codes = (await imports).map(({ code }) => code)
    expect(codes.toSorted((one, other) => one - other)).toEqual([429, 429, 429, 1017, 1017, 1017, 1017, 1017])
  })

  it('finds the table under other headings, and names cells that a program changed', async () => {
    const head = ['客户姓名（选填）', '联系电话：', '身份证', '门店联系人*']
    const data = dataOf([
      ['黑名单'],
      head,
      ['辛', '13811110031', '', '王'],
      ['壬', '13811110032', rounded, '王'],
    ])
    const notes = { name: '说明', data: dataOf([['请先阅读']]) }
    const bytes = workbookOf([notes, { name: '名单', data }])
    expect(await app.post(importBlocked, by.token, { file: await storeBytes(app, by, bytes) })).toMatchObject(
      {
        successTotal: 1,
        failTotal: 1,
        errors: [
          { row: 4, text: 'C4身份证号码：数字超过15位，已被表格软件舍入，请将单元格设为文本后重新填写' },
        ],
      },
    )
  })

  it('refuses other files and sheets', async () => {
    const refused = async (file: string, of = by) =>
      (await app.post(importBlocked, of.token, { file })).detail
    expect(await refused(await storeBytes(app, by, await sheet([['x']], ['别的'])))).toBe(
      '缺少必填列：手机号或身份证号码、联系人，请补充表头后重试',
    )
    expect(await refused(await storeBytes(app, by, await sheet([])))).toBe('文件中没有数据')
    expect(await refused(await storeBytes(app, by, Buffer.from('PK\u0003\u0004 no archive')))).toContain(
      '请上传xlsx格式文件!',
    )
    const foreign = await buildMember(app.db, app.now(), { role: 1 })
    expect(await refused(await storeBytes(app, by, await sheet([['a']])), foreign)).toBe('请选择导入文件')
    const many = Array.from({ length: 2001 }, () => ['甲', '13811110012', '', '王'])
    expect(await refused(await storeBytes(app, by, await sheet(many)))).toBe(
      '单次最多导入2000行，请拆分后重试',
    )
  })
})
