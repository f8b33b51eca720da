import { rooms } from '@showroom/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestApp } from '../../../test/app.ts'
import { buildMember } from '../../team/team.factory.ts'
import { buildReceivingStore, buildSource, deliver, leadsOf, newLead, sendRaw } from '../intake.factory.ts'
import type { BuiltSource } from '../intake.factory.ts'

/** Leads with wrong optional fields (docs/decisions/0050-lenient-intake.md). */

let app: TestApp
let source: BuiltSource
beforeAll(async () => {
  app = await createTestApp()
  source = await buildSource(app.db)
})
afterAll(() => app.close())

/** Delivers one lead to a new store. Returns its receipt, the delivery and the lead. */
async function deliverOne(sent: object) {
  const { dealerId, code } = await buildReceivingStore(app)
  const body = { ...newLead(code), ...sent }
  const answer = await deliver(app, source, [body])
  const [receipt] = answer.receipts
  const [lead] = await leadsOf(app, dealerId)
  return { dealerId, body, answer, receipt, lead }
}
const receiptAt = (receipt = '') =>
  sendRaw(app, source, '', { method: 'GET', path: `/open/v1/leads/${receipt}` })

describe('a lead that portals send', () => {
  it.each<[string, object, object, { path: string; text: string }[]]>([
    [
      'short names of regions',
      { province: '吉林', city: '长春' },
      { province: '吉林省', city: '长春市' },
      [],
    ],
    [
      'a long remark',
      { remark: '备'.repeat(501) },
      { remark: '备'.repeat(500) },
      [{ path: 'remark', text: '超过500个字，已截断' }],
    ],
    ['a number for a text', { budget: 15 }, { facts: { budget: '15' } }, []],
    [
      'an app link',
      { zhwxUrl: 'weixin://dl/x' },
      { facts: {} },
      [{ path: 'zhwxUrl', text: '链接格式不正确' }],
    ],
    ['no name', { name: '' }, { name: '未留姓名' }, [{ path: 'name', text: '没有客户姓名' }]],
    [
      'invisible marks around the number',
      { mobile: '\u202d19900017007\u202c' },
      { mobile: '19900017007' },
      [],
    ],
    ['tel: and +86', { mobile: 'tel:+86-19900017008' }, { mobile: '19900017008' }, []],
    ['a number as the mobile', { mobile: 19_900_017_009 }, { mobile: '19900017009' }, []],
    ['a time in milliseconds', { createdAt: 1_795_000_000_123 }, { facts: { createdAt: 1_795_000_000 } }, []],
    ['texts for numbers', { clueLevel: '1', paymentMoney: '99900' }, { clue_level: 1 }, []],
    ['an unknown series', { series: 99_999 }, { series_id: null }, [{ path: 'series', text: '车系不存在' }]],
    [
      'an unknown name of a series',
      { series: '澜岳' },
      { series_id: null },
      [{ path: 'series', text: '车系“澜岳”不存在' }],
    ],
    ['the id of a series as a text', { series: '1201' }, { series_id: 1201 }, []],
    [
      'unknown fields',
      { utm_source: 'x', 'bad key': {} },
      { name: '孟小满' },
      [
        { path: 'utm_source', text: '未识别的字段' },
        { path: 'bad key', text: '未识别的字段' },
      ],
    ],
    ['a region by code', { province: 330_000, city: '330200' }, { province: '浙江省', city: '宁波市' }, []],
    [
      'an autonomous prefecture',
      { province: '新疆', city: '巴音郭楞' },
      { province: '新疆维吾尔自治区', city: '巴音郭楞蒙古自治州' },
      [],
    ],
    [
      'a county city',
      { province: '江苏', city: '昆山' },
      { province: '江苏省', city: '苏州市', area: '昆山市', is_remote: 1 },
      [],
    ],
    [
      'an unknown city',
      { province: '浙江', city: '某地' },
      { province: '浙江省', city: '', is_remote: 3 },
      [{ path: 'city', text: '浙江省没有城市“某地”' }],
    ],
    [
      'an unknown province of a known city',
      { province: '火星', city: '杭州' },
      { province: '浙江省', city: '杭州市' },
      [{ path: 'province', text: '省份“火星”不存在' }],
    ],
  ])('with %s is taken', async (_name, sent, made, warnings) => {
    const { dealerId, body, answer, receipt, lead } = await deliverOne(sent)
    expect(answer.httpStatus).toBe(202)
    expect(receipt?.state).toBe('accepted')
    expect(lead).toMatchObject({ status: 1, ...made })
    expect(receipt?.warnings ?? []).toEqual(warnings)
    expect(answer.warnings ?? []).toEqual(
      warnings.map(({ path, text }) => ({ path: `leads.0.${path}`, text })),
    )
    expect(await receiptAt(receipt?.receipt)).toMatchObject({ state: 'done', errors: [], warnings })
    // The delivery keeps what was left out.
    const rows = await app.db
      .selectFrom('lead_delivery')
      .select('body')
      .where('dealer_id', '=', dealerId)
      .execute()
    expect(rows).toEqual([{ body }])
    const again = await deliver(app, source, [{ ...body, remark: '改' }])
    expect(again.receipts).toEqual([{ ...receipt, state: 'repeated' }])
  })

  it('with wrong fields shows them to the member who cleans, numbers masked', async () => {
    const { dealerId, lead } = await deliverOne({ city: '找13812345678', wishes: 1 })
    const agent = await buildMember(app.db, app.now(), {
      dealerId,
      role: 5,
      modules: ['线索分配', '客户管理'],
    })
    const { data } = await app.post(rooms.lead.detail, agent.token, { clueId: lead?.id ?? 0 })
    expect(data?.warnings).toEqual([
      { path: 'wishes', text: '未识别的字段' },
      { path: 'city', text: expect.stringContaining('138****5678') },
    ])
    const { dealerId: there, lead: good } = await deliverOne({ province: '', city: '昆山市' })
    const other = await buildMember(app.db, app.now(), { dealerId: there, role: 1 })
    const { data: shown } = await app.post(rooms.lead.detail, other.token, { clueId: good?.id ?? 0 })
    expect(shown).toMatchObject({ province: '江苏省', city: '苏州市', area: '昆山市', buyArea: '昆山市' })
    expect(shown).not.toHaveProperty('warnings')
  })

  it('in the region of its county city opens a customer there', async () => {
    const { dealerId, code } = await buildReceivingStore(app, { policy: 3, consultants: 1 })
    await deliver(app, source, [newLead(code, { province: '', city: '昆山' })])
    const deals = await app.db
      .selectFrom('deal')
      .select(['buy_province', 'buy_city', 'buy_area'])
      .where('dealer_id', '=', dealerId)
      .execute()
    expect(deals).toEqual([{ buy_province: '江苏省', buy_city: '苏州市', buy_area: '昆山市' }])
  })

  it('without an id is one lead, however often and in whatever order of its fields it is sent', async () => {
    const { dealerId, code } = await buildReceivingStore(app)
    const { externalId: _, ...lead } = newLead(code)
    const turned = Object.fromEntries(Object.entries(lead).toReversed())
    const first = await deliver(app, source, [lead])
    expect(first.receipts).toMatchObject([
      { state: 'accepted', warnings: [{ path: 'externalId', text: '没有可用的线索编号，已按内容编号' }] },
    ])
    expect((await deliver(app, source, [turned, lead])).receipts.map(({ state }) => state)).toEqual([
      'repeated',
      'repeated',
    ])
    await deliver(app, source, [{ ...lead, remark: '另一条' }])
    expect(await leadsOf(app, dealerId)).toHaveLength(2)
  })

  it('with an id that is too long is not taken for another with the same beginning', async () => {
    const { dealerId, code } = await buildReceivingStore(app)
    const ids = ['a', 'b'].map((end) => 'x'.repeat(120) + end)
    await deliver(
      app,
      source,
      ids.map((externalId) => newLead(code, { externalId })),
    )
    expect(await leadsOf(app, dealerId)).toHaveLength(2)
  })

  it('without an id for an unknown store is one lead after its replay', async () => {
    const { externalId: _, ...lead } = newLead('TO COME')
    const { receipts } = await deliver(app, source, [lead])
    expect(receipts).toMatchObject([{ state: 'refused', errors: [{ path: 'dealerCode' }] }])
    const { dealerId } = await buildReceivingStore(app)
    await app.db.updateTable('dealer').set({ code: 'TOCOME' }).where('id', '=', dealerId).execute()
    const replayed = await sendRaw(app, source, '{}', { path: '/open/v1/leads/replay' })
    expect(replayed.receipts).toMatchObject([{ state: 'accepted', warnings: [{ path: 'externalId' }] }])
    await app.app.intake.idle()
    await deliver(app, source, [lead])
    expect(await leadsOf(app, dealerId)).toHaveLength(1)
  })

  it('alone in a request needs no list around it', async () => {
    const { dealerId, code } = await buildReceivingStore(app)
    const answer = await sendRaw(app, source, JSON.stringify({ ...newLead(code), remark: 5 }))
    expect(answer).toMatchObject({ httpStatus: 202, receipts: [{ state: 'accepted' }] })
    await app.app.intake.idle()
    expect(await leadsOf(app, dealerId)).toMatchObject([{ remark: '5' }])
  })
})
