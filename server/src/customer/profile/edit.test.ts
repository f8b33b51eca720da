import { rooms } from '@showroom/contract'
import type { EditConflict } from '@showroom/contract/customer/edit.schema'
import { dayStart } from '@showroom/contract/kernel/day'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actionsOn } from '../../../test/actions.ts'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp, Wire } from '../../../test/app.ts'
import { storeImage } from '../../../test/files.ts'
import { recordStatements } from '../../../test/database/statements.ts'
import { buildDealer, buildMember } from '../../team/team.factory.ts'
import type { BuiltMember } from '../../team/team.factory.ts'
import { buildCustomer, stageDeals, newCustomer } from '../customer.factory.ts'
import type { BuiltCustomer } from '../customer.factory.ts'

const { edit, get } = rooms.customer

let app: TestApp
let by: BuiltMember
let admin: BuiltMember
const groupId = 78
beforeAll(async () => {
  app = await createTestApp()
  await app.db.insertInto('dealer_group').values({ id: groupId, name: '测试集团' }).execute()
  const dealerId = await buildDealer(app.db, { groupId })
  by = await buildMember(app.db, app.now(), { dealerId, name: '许安' })
  admin = await buildMember(app.db, app.now(), { dealerId, role: 3, name: '总监' })
})
afterAll(() => app.close())

const { act, done, refusedTo, lastTimeline, textsOf, dealOf } = actionsOn(() => ({ app, by }))
const fileOf = ({ customerId }: BuiltCustomer) =>
  app.db.selectFrom('customer').selectAll().where('id', '=', customerId).executeTakeFirstOrThrow()

/** Form values as the profile returns them. */
async function formOf(customer: BuiltCustomer, token = by.token) {
  const { editable, rowVersion } = await app.post(get, token, { customerId: customer.customerId })
  if (!editable) throw new Error('no file')
  return { ...editable, rowVersion, original: editable }
}
const full = {
  name: '王小明',
  mobile: '13811112222',
  secondardPhone: '0571-88012233',
  weixin: '13811112222',
  addition: {
    idNo: '11010119900307002X',
    province: '浙江省',
    city: '杭州市',
    area: '西湖区',
    address: '文三路18号',
    birthday: '1990-03-07',
  },
}

describe('a mobile of another file, entered by editing', () => {
  const change = async (customer: BuiltCustomer, mobile: string) =>
    act(edit, customer, { ...(await formOf(customer)), mobile })
  const foundOf = ({ customerId }: BuiltCustomer) =>
    app.db
      .selectFrom('audit')
      .select(['member_id', 'record', 'detail'])
      .where('dealer_id', '=', by.dealerId)
      .where('action', '=', 'number-found')
      .where('record', '=', `customer:${customerId}`)
      .orderBy('id')
      .execute()

  it('reveals the owner, and is audited although it is refused', async () => {
    const [own, others] = [
      await buildCustomer(app, by),
      await buildCustomer(app, admin, { mobile: '13876600000' }),
    ]
    expect(await change(own, '13876600000')).toMatchObject({
      code: 2001,
      detail: expect.stringContaining('总监'),
    })
    const trace = {
      member_id: by.memberId,
      record: `customer:${others.customerId}`,
      detail: { asked: 'edit' },
    }
    expect(await foundOf(others)).toEqual([trace])
    expect(
      await app.post(rooms.customer.add, by.token, newCustomer(app, { mobile: '13876600000' })),
    ).toMatchObject({
      code: 2001,
    })
    expect(await app.post(rooms.customer.checkExist, by.token, { phone: '13876600000' })).toMatchObject({
      code: 2005,
    })
    expect(await foundOf(others)).toEqual([
      trace,
      { ...trace, detail: { asked: 'add' } },
      { ...trace, detail: { asked: 'check' } },
    ])
  })

  it('counts against the shared limit of guesses', async () => {
    const guesser = await buildMember(app.db, app.now(), { dealerId: by.dealerId })
    const customer = await buildCustomer(app, guesser)
    const ask = async (mobile: string) =>
      act(edit, customer, { ...(await formOf(customer, guesser.token)), mobile }, guesser.token)
    for (let last = 1; last <= 120; last += 1)
      expect(await ask(`1387661${String(last).padStart(4, '0')}`)).toMatchObject({ status: '0' })
    expect(await ask('13876610121')).toMatchObject({
      code: 429,
      detail: '按完整手机号查询过于频繁，请稍后再试',
    })
  })
})

describe('a file sent back unchanged', () => {
  it('keeps every number and records no action', async () => {
    const customer = await buildCustomer(app, by, full)
    const before = await fileOf(customer)
    const form = await formOf(customer)
    expect(form).toMatchObject({
      mobile: '138****2222',
      secondardPhone: '057****2233',
      weixin: '138****2222',
      addition: { idNo: '110***********002X', address: '****' },
    })
    expect(await act(edit, customer, form)).toMatchObject({ status: '0', rowVersion: 1 })
    expect(await fileOf(customer)).toEqual(before)
    expect(await lastTimeline(customer)).toMatchObject({ subject: '建档' })
  })

  it('keeps them when they come in clear', async () => {
    const customer = await buildCustomer(app, by, { ...full, mobile: '13811112223' })
    const form = await formOf(customer)
    const clear = { ...form, mobile: '13811112223', addition: { ...form.addition, ...full.addition } }
    expect(await act(edit, customer, clear)).toMatchObject({ status: '0', rowVersion: 1 })
  })
})

describe('an edit', () => {
  it('changes the given fields and writes each to the timeline, with numbers masked', async () => {
    const customer = await buildCustomer(app, by, { ...full, mobile: '13811113333' })
    const form = await formOf(customer)
    const answer = await done(edit, customer, {
      ...form,
      name: '王大明',
      mobile: '138 1111 4444',
      gender: 1,
      type: 2,
      companyName: '杭州明远商贸有限公司',
      businessType: 3,
      addPurchaseOldSeriesId: 1201,
      buyCity: '宁波市',
      buyArea: '海曙区',
      specIds: '1209,1201',
      competitionSerieses: '5001',
      buycarDate: dayStart(1_797_000_000),
      addition: { ...form.addition, idNo: '110101199003070628' },
    })
    expect(answer).toMatchObject({ rowVersion: 2, weixinClueExisted: false })
    expect(await fileOf(customer)).toMatchObject({
      name: '王大明',
      mobile: '13811114444',
      second_phone: '0571-88012233',
      gender: 1,
      type: 2,
      company_name: '杭州明远商贸有限公司',
      identify_no: '110101199003070628',
      address: '文三路18号',
    })
    expect(await dealOf(customer)).toMatchObject({
      business_type: 3,
      is_replace: true,
      old_series_id: 1201,
      buy_city: '宁波市',
      is_remote: 1,
      series_ids: [1209, 1201],
      competitor_series_ids: [5001],
    })
    const row = await lastTimeline(customer)
    expect(row).toMatchObject({ type: 34, level: 'H', subject: '编辑资料', owner_name: '许安' })
    for (const part of [
      '客户姓名：王小明 → 王大明',
      '手机号：138****3333 → 138****4444',
      '称呼：女士 → 先生',
      '企业名称：无 → 杭州明远商贸有限公司',
      '证件：110***********002X → 110***********0628',
      '业务类型：新购 → 置换',
      '购车地区：浙江省杭州市西湖区 → 浙江省宁波市海曙区',
    ])
      expect(row.content).toContain(part)
    expect(row.content).not.toMatch(/13811|1990030|文三路/)
  })

  it("adds the new mobile to the group's and claims it from the WeCom pool", async () => {
    const customer = await buildCustomer(app, by, { mobile: '13811115551' })
    await app.db
      .insertInto('wecom_contact')
      .values({ dealer_id: by.dealerId, mobile: '13811115552', added_at: app.now() })
      .execute()
    const answer = await done(edit, customer, { ...(await formOf(customer)), mobile: '13811115552' })
    expect(answer.weixinClueExisted).toBe(true)
    const held = await app.db
      .selectFrom('group_mobile')
      .select('mobile')
      .where('group_id', '=', groupId)
      .execute()
    const mobiles = held.map(({ mobile }) => mobile)
    expect(mobiles).toContain('13811115552')
    expect(mobiles).not.toContain('13811115551')
    expect((await fileOf(customer)).is_wecom).toBe(true)
  })

  it('clears fields that do not fit the kind of customer or business', async () => {
    const customer = await buildCustomer(app, by, {
      type: 2,
      companyName: '某公司',
      businessType: 4,
      buyCount: 12,
    })
    await done(edit, customer, { ...(await formOf(customer)), type: 1, businessType: 1 })
    expect(await fileOf(customer)).toMatchObject({ type: 1, company_name: '' })
    expect(await dealOf(customer)).toMatchObject({ business_type: 1, buy_count: 0 })
  })
})

describe('an edit is refused', () => {
  const texts = async (body: Record<string, unknown>, customer?: BuiltCustomer) => {
    const edited = customer ?? (await buildCustomer(app, by))
    return textsOf(await refusedTo(edit, edited, { ...(await formOf(edited)), ...body }))
  }

  it('with all missing fields', async () => {
    const customer = await buildCustomer(app, by)
    expect(textsOf(await refusedTo(edit, customer, { type: 2, mobile: '' }))).toEqual({
      name: '请输入客户姓名',
      gender: '请选择性别',
      fromSource: '请选择客户来源',
      companyName: '请输入企业名称',
      buyProvince: '请选择购车地区',
      buyCity: '请选择购车地区',
      buyArea: '请选择购车地区',
      specIds: '请选择意向车系',
    })
  })

  it('without a mobile, unless the file never had one', async () => {
    expect(await texts({ mobile: '' })).toEqual({ mobile: '请输入手机号' })
    const customer = await buildCustomer(app, by)
    await app.db.updateTable('customer').set({ mobile: '' }).where('id', '=', customer.customerId).execute()
    await done(edit, customer, { ...(await formOf(customer)), name: '无号客户' })
  })

  it('for invalid numbers', async () => {
    expect(await texts({ mobile: '12345' })).toEqual({ mobile: '请输入正确的手机号' })
    expect(await texts({ mobile: '138****9999' })).toEqual({ mobile: '请输入正确的手机号' })
    expect(await texts({ secondardPhone: 'ext 5' })).toEqual({ secondardPhone: '请输入合法的联系号码' })
    expect(await texts({ secondardPhone: '****55' })).toEqual({ secondardPhone: '请输入合法的联系号码' })
  })

  it('for invalid identity numbers, by kind of document', async () => {
    const wrong = async (identifyType: number, idNo: string) =>
      texts({ addition: { identifyType, idNo } }).then((found) => found['addition.idNo'])
    expect(await wrong(1, '110101199003070021')).toBe('请输入合法证件号')
    expect(await wrong(1, '1234')).toBe('请输入合法证件号')
    expect(await wrong(2, '护照')).toBe('请输入护照')
    expect(await wrong(3, '!')).toBe('请输入合法军官证件号')
    const customer = await buildCustomer(app, by, { addition: { idNo: '11010119900307002X' } })
    const { addition } = await formOf(customer)
    expect(await texts({ addition: { ...addition, identifyType: 2 } }, customer)).toEqual({
      'addition.idNo': '请输入护照',
    })
    expect(await texts({ addition: { ...addition, idNo: '110***********9999' } }, customer)).toEqual({
      'addition.idNo': '请输入合法证件号',
    })
  })

  it('if it would change from or to a locked source', async () => {
    for (const from_source of [4, 96, 104]) {
      const customer = await buildCustomer(app, by)
      await stageDeals(app, [customer.dealId], { from_source })
      expect(await texts({ fromSource: 2 }, customer)).toEqual({ fromSource: '该客户来源不可修改' })
      await done(edit, customer, { ...(await formOf(customer)), name: '换个名字' })
      expect((await dealOf(customer)).from_source).toBe(from_source)
      expect(await texts({ fromSource: from_source })).toEqual({ fromSource: '该来源不可手工选择' })
    }
  })

  it('for sources without their details', async () => {
    expect(await texts({ fromSource: 99 })).toEqual({ otherSource: '请选择自定义来源' })
    expect(await texts({ fromSource: 99, otherSource: 99_999 })).toEqual({ otherSource: '请选择自定义来源' })
    expect(await texts({ fromSource: 98 })).toEqual({ otherSource: '请选择网络来源' })
    expect(await texts({ fromSource: 7 })).toEqual({ newMediaImages: '请上传客户来源凭证' })
    const unknown = `image/${by.dealerId}/00000000-0000-4000-8000-000000000000.png`
    expect(await texts({ fromSource: 7, newMediaImages: unknown })).toEqual({
      newMediaImages: '请上传客户来源凭证',
    })
  })

  it('for values that do not exist', async () => {
    expect(await texts({ specIds: '99999' })).toEqual({ specIds: '请选择意向车系' })
    expect(await texts({ competitionSerieses: '99999' })).toEqual({
      competitionSerieses: '竞品车系不存在，请重新选择',
    })
    expect(await texts({ buyArea: '没有区' })).toEqual({ buyProvince: '请选择购车地区' })
    expect(await texts({ businessType: 77 })).toEqual({ businessType: '请选择业务类型' })
    expect(await texts({ businessType: 1, addPurchaseOldSeriesId: 1201 })).toEqual({
      addPurchaseOldSeriesId: '仅增购与置换可填写原有车系',
    })
  })

  it('for the mobile of another customer', async () => {
    await buildCustomer(app, by, { mobile: '13811116661' })
    const customer = await buildCustomer(app, by)
    const answer = await refusedTo(edit, customer, { ...(await formOf(customer)), mobile: '13811116661' })
    expect(answer).toMatchObject({ code: 2001, detail: '该手机号客户已存在，客户经理：许安' })
    expect(textsOf(answer)).toHaveProperty('mobile')
  })

  it('for blocklisted people, by mobile or identity number', async () => {
    await app.db
      .insertInto('blocklist')
      .values({ mobile: '13811117771', identify_no: '', contacts: ['李经理 0571-1', '张经理 0571-2'] })
      .execute()
    const customer = await buildCustomer(app, by)
    const answer = await refusedTo(edit, customer, { ...(await formOf(customer)), mobile: '13811117771' })
    expect(answer).toMatchObject({
      status: '-2',
      code: 1004,
      detail: '李经理 0571-1,张经理 0571-2',
      name: '林晓雨',
      mobile: '138****7771',
      identifyNo: '无',
    })
  })

  it('to members who do not see the customer', async () => {
    const customer = await buildCustomer(app, by)
    const form = await formOf(customer)
    const colleague = await buildMember(app.db, app.now(), { dealerId: by.dealerId })
    const foreign = await buildMember(app.db, app.now(), { role: 1 })
    for (const { token } of [colleague, foreign])
      expect(await refusedTo(edit, customer, { ...form, name: '别人' }, token)).toMatchObject({ code: 404 })
  })
})

describe('proof images', () => {
  it('are added and kept by key, and returned as signed links in the same order', async () => {
    const customer = await buildCustomer(app, by)
    const keys = [await storeImage(app, by.token), await storeImage(app, by.token)]
    await done(edit, customer, { ...(await formOf(customer)), fromSource: 7, newMediaImages: keys.join(',') })
    const file = await app.post(get, by.token, { customerId: customer.customerId })
    expect(file.editable?.newMediaImages).toBe(keys.join(','))
    expect(file.newMediaUrl).toHaveLength(2)
    for (const [at, url] of (file.newMediaUrl ?? []).entries()) expect(url).toContain(keys[at])
    await done(edit, customer, { ...(await formOf(customer)), newMediaImages: keys[1] })
    expect((await dealOf(customer)).proof_images).toEqual([keys[1]])
  })
})

it('keeps tags that come back masked next to new ones', async () => {
  const customer = await buildCustomer(app, by, { tags: '首购 电话13812345678' })
  await done(edit, customer, { ...(await formOf(customer)), tags: '电话138****5678 急购' })
  expect((await fileOf(customer)).tags).toBe('电话13812345678 急购')
})

describe('two people editing one file', () => {
  const conflictOf = (answer: Wire<typeof edit>) => answer as unknown as EditConflict

  it('merges changes of different fields', async () => {
    const customer = await buildCustomer(app, by, full2())
    const [mine, theirs] = [await formOf(customer), await formOf(customer, admin.token)]
    await done(edit, customer, { ...theirs, name: '赵六', buyArea: '上城区' }, admin.token)
    const answer = await done(edit, customer, {
      ...mine,
      tags: '老客户',
      addition: { ...mine.addition, birthday: '1991-01-01' },
    })
    expect(answer.rowVersion).toBe(3)
    expect(await fileOf(customer)).toMatchObject({ name: '赵六', tags: '老客户', birthday: '1991-01-01' })
    expect((await dealOf(customer)).buy_area).toBe('上城区')
    expect((await lastTimeline(customer)).content).toBe('生日：1990-03-07 → 1991-01-01；标签：无 → 老客户')
  })

  it('refuses a field that both changed, with the current file', async () => {
    const customer = await buildCustomer(app, by, full2())
    const [mine, theirs] = [await formOf(customer), await formOf(customer, admin.token)]
    await done(edit, customer, { ...theirs, name: '赵六', gender: 1 }, admin.token)
    const answer = await refusedTo(edit, customer, { ...mine, name: '钱七', tags: '老客户' })
    expect(answer).toMatchObject({ status: '-1', code: 409, detail: '该记录已被他人修改，请核对后再保存' })
    expect(conflictOf(answer)).toMatchObject({
      rowVersion: 2,
      conflicts: ['name'],
      current: { name: '赵六', gender: 1, mobile: mine.mobile },
    })
    // Resolved in the dialog: mine on top of theirs.
    const { rowVersion, current } = conflictOf(answer)
    await done(edit, customer, { ...current, name: '钱七', tags: '老客户', rowVersion, original: current })
    expect(await fileOf(customer)).toMatchObject({ name: '钱七', gender: 1, tags: '老客户' })
  })

  it('accepts the same change by both', async () => {
    const customer = await buildCustomer(app, by)
    const [mine, theirs] = [await formOf(customer), await formOf(customer, admin.token)]
    await done(edit, customer, { ...theirs, name: '赵六' }, admin.token)
    expect(await act(edit, customer, { ...mine, name: '赵六' })).toMatchObject({ status: '0', rowVersion: 2 })
  })

  it('reports conflicts for all fields of a group', async () => {
    const customer = await buildCustomer(app, by, full2())
    const [mine, theirs] = [await formOf(customer), await formOf(customer, admin.token)]
    await done(edit, customer, { ...theirs, buyCity: '宁波市', buyArea: '海曙区' }, admin.token)
    const answer = await refusedTo(edit, customer, { ...mine, buyArea: '上城区' })
    expect(conflictOf(answer).conflicts).toEqual(['buyCity', 'buyArea'])
  })

  it('treats every difference as a conflict without the original values', async () => {
    const customer = await buildCustomer(app, by)
    const { original: _original, ...mine } = await formOf(customer)
    await done(edit, customer, { ...mine, gender: 1 }, admin.token)
    const answer = await refusedTo(edit, customer, { ...mine, name: '钱七' })
    expect(conflictOf(answer).conflicts).toEqual(['name', 'gender'])
  })

  it('saves both changes when they are sent at once', async () => {
    for (let round = 0; round < 5; round++) {
      const customer = await buildCustomer(app, by)
      const form = await formOf(customer)
      const answers = await Promise.all([
        act(edit, customer, { ...form, name: '赵六' }),
        act(edit, customer, { ...form, tags: '老客户' }, admin.token),
      ])
      expect(answers.map((answer) => answer.status)).toEqual(['0', '0'])
      expect(await fileOf(customer)).toMatchObject({ name: '赵六', tags: '老客户', row_version: 3 })
    }
  })

  it('gives a new mobile taken by both at once to one of them', async () => {
    const mobile = '13811118881'
    const [a, b] = [await buildCustomer(app, by), await buildCustomer(app, by)]
    const answers = await Promise.all(
      [a, b].map(async (customer) => act(edit, customer, { ...(await formOf(customer)), mobile })),
    )
    expect(answers.map((answer) => answer.code).toSorted((x, y) => x - y)).toEqual([0, 2001])
  })

  let count = 0
  const full2 = () => ({ ...full, mobile: `1395555${String((count += 1)).padStart(4, '0')}` })
})

it('takes eight statements, including the transaction and its key', async () => {
  const made = await buildCustomer(app, by)
  const form = await formOf(made)
  const statements = await recordStatements(async () => {
    const headers = { 'idempotency-key': 'eight-statements' }
    expect(
      await app.post(edit, by.token, { ...form, customerId: made.customerId, budget: 3 }, headers),
    ).toMatchObject({ status: '0' })
  })
  expect(statements.length, statements.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(8)
})
