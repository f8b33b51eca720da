import { rooms } from '@showroom/contract'
import { confirmWord } from '@showroom/contract/privacy/privacy.schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildWecomBinding } from '../access/access.factory.ts'
import { buildCustomer } from '../customer/customer.factory.ts'
import { callbackPath } from '../platform/wecom/callback.ts'
import { buildDealer, buildMember } from '../team/team.factory.ts'
import type { BuiltMember } from '../team/team.factory.ts'
import { createTestApp } from '../../test/app.ts'
import type { TestApp } from '../../test/app.ts'
import { startFakeWecom } from '../../test/outside/wecom.ts'
import type { EventOverrides, FakeContact, FakeWecom, SentEvent } from '../../test/outside/wecom.ts'

const { sign, read, get, bind, unbind } = rooms.contact
const getContact = '/cgi-bin/externalcontact/get'
const publicUrl = 'https://showroom.example.com'

let wecom: FakeWecom
let app: TestApp
beforeAll(async () => {
  wecom = await startFakeWecom(publicUrl)
  app = await createTestApp({ outside: { wecom: { ...wecom.config, timeoutMs: 500 } } })
})
afterAll(async () => {
  await app.close()
  await wecom.close()
})
beforeEach(async () => {
  await app.db.deleteFrom('contact_work').execute()
  app.advance(61)
  wecom.misbehave(getContact)
})

let count = 0
const next = (): number => (count += 1)

/** A member bound to WeCom; further ones of the same account or store. */
async function person(overrides: Parameters<typeof buildMember>[2] = {}) {
  const member = await buildMember(app.db, app.now(), overrides)
  const userId = `Seller${next()}`
  await buildWecomBinding(app.db, member.accountId, { corpId: wecom.config.corpId, userId })
  return { ...member, userId }
}
type Person = Awaited<ReturnType<typeof person>>

/** A contact at WeCom of these members. */
function contactOf(
  people: readonly Person[],
  facts: Partial<FakeContact['followUsers'][number]> = {},
): string {
  const id = `wm${next()}`
  wecom.contacts.set(id, {
    name: `客户${id}`,
    followUsers: people.map(({ userId }) => ({ userId, ...facts })),
  })
  return id
}

const deliver = (event: SentEvent, node = app.app) =>
  node.http.inject({
    method: 'POST',
    url: `${callbackPath}?${event.query}`,
    headers: { 'content-type': 'text/xml' },
    payload: event.body,
  })
const change = (
  externalId: string,
  { userId }: { userId: string },
  type = 'add_external_contact',
  over: EventOverrides = {},
): SentEvent =>
  wecom.event(
    { Event: 'change_external_contact', ChangeType: type, UserID: userId, ExternalUserID: externalId },
    { at: app.now(), ...over },
  )
/** Works twice: what the first turn asks for is polled for afterwards. */
async function work(node = app.app): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await node.queues.works.get('contacts')?.run()
}
const rowOf = ({ dealerId }: Pick<BuiltMember, 'dealerId'>, externalId: string) =>
  app.db
    .selectFrom('contact')
    .selectAll()
    .where('dealer_id', '=', dealerId)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
const workOf = (subject: string) =>
  app.db
    .selectFrom('contact_work')
    .select(['dealer_id', 'state', 'failures', 'tries'])
    .where('subject', '=', subject)
    .orderBy('dealer_id')
    .execute()

describe('the callback', () => {
  it('answers the verification of its address with the message alone', async () => {
    const { query } = wecom.event({}, { at: app.now(), xml: '1616140317555161061' })
    const answer = await app.app.http.inject({ url: `${callbackPath}?${query}` })
    expect([answer.statusCode, answer.body]).toEqual([200, '1616140317555161061'])
    expect(answer.headers['content-type']).toContain('text/plain')
    const file = await app.app.http.inject({ url: '/WW_verify_AbC123.txt' })
    expect([file.statusCode, file.body]).toEqual([200, 'AbC123'])
  })

  it('refuses what is forged, old, too large or of another receiver, and stores nothing of it', async () => {
    const by = await person()
    const id = contactOf([by])
    const good = change(id, by)
    const tampered = { ...good, query: good.query.replace(/nonce=\w/, 'nonce=_') }
    const swapped = { query: good.query, body: change(id, by, 'edit_external_contact').body }
    const refused: readonly (readonly [SentEvent, number])[] = [
      [tampered, 401],
      [swapped, 401],
      [{ ...good, query: '' }, 401],
      [change(id, by, 'add_external_contact', { token: 'another' }), 401],
      [change(id, by, 'add_external_contact', { key: 'k'.repeat(43) }), 401],
      [change(id, by, 'add_external_contact', { receiverId: 'ww0000000000000000' }), 401],
      [change(id, by, 'add_external_contact', { at: new Date(app.now().getTime() - 3_600_000) }), 401],
      [change(id, by, 'add_external_contact', { at: new Date(app.now().getTime() + 3_600_000) }), 401],
      [change(id, by, 'x', { xml: '<!DOCTYPE x [<!ENTITY a "b">]><xml><Event>&a;</Event></xml>' }), 400],
      [{ ...good, body: '' }, 400],
      [{ ...good, body: '<xml><Encrypt></Encrypt></xml>' }, 400],
      [{ ...good, body: good.body.padEnd(65 * 1024) }, 413],
    ]
    for (const [event, status] of refused) expect((await deliver(event)).statusCode, event.query).toBe(status)
    expect(await workOf(`contact:${id}`)).toEqual([])
    expect((await deliver(good)).body).toBe('success')
    expect(await workOf(`contact:${id}`)).toMatchObject([{ state: 0 }])
  })

  it('answers events that it does not know, of no one and without an id, and asks for nothing', async () => {
    const by = await person()
    const id = contactOf([by])
    const events = [
      wecom.event({ Event: 'subscribe' }, { at: app.now() }),
      wecom.event(
        { Event: 'change_external_contact', ChangeType: 'new', UserID: by.userId },
        { at: app.now() },
      ),
      change(id, { userId: 'nobody' }),
      change("x' or '1", by),
      wecom.event({ Event: 'change_external_tag', ChangeType: 'create', Id: 'et1' }, { at: app.now() }),
      wecom.event({}, { at: app.now(), xml: 'no xml' }),
    ]
    for (const event of events) expect((await deliver(event)).body).toBe('success')
    expect(await workOf(`contact:${id}`)).toEqual([])
  })

  it('leads to one read of the present state, whatever the order and number of events', async () => {
    const by = await person()
    const colleague = await person({ dealerId: by.dealerId })
    const id = contactOf([by, colleague], { mobiles: ['13712340001'], tags: [{ id: 'et1', name: '高意向' }] })
    const before = wecom.countRequests(getContact)
    const [added, edited] = [change(id, by), change(id, by, 'edit_external_contact')]
    await Promise.all([deliver(edited), deliver(added), deliver(edited), deliver(edited)])
    await work()
    // Two pages of follow users.
    expect(wecom.countRequests(getContact) - before).toBe(2)
    expect(await rowOf(by, id)).toMatchObject({
      name: `客户${id}`,
      user_ids: [by.userId.toLowerCase(), colleague.userId.toLowerCase()],
      mobiles: ['13712340001'],
      tags: ['高意向'],
      tag_ids: ['et1'],
      customer_id: null,
    })
    // A repeat of the last event asks for nothing; an older one reads the same state again.
    const last = change(id, by, 'del_follow_user')
    wecom.contacts.set(id, { name: '改名', followUsers: [{ userId: colleague.userId }] })
    await deliver(last)
    await work()
    const done = wecom.countRequests(getContact)
    await deliver(last)
    await work()
    expect(wecom.countRequests(getContact)).toBe(done)
    await deliver(added)
    await work()
    expect(await rowOf(by, id)).toMatchObject({ name: '改名', user_ids: [colleague.userId.toLowerCase()] })
    wecom.contacts.delete(id)
    await deliver(change(id, colleague, 'del_external_contact'))
    await work()
    expect(await rowOf(by, id)).toBeUndefined()
  })

  it('keeps the newer state when an event arrives while the contact is being read', async () => {
    const by = await person()
    const id = contactOf([by])
    await deliver(change(id, by))
    // The first read is stuck until its timeout; the event of meanwhile takes the work over.
    wecom.misbehave(getContact, 'silence')
    const before = wecom.countRequests(getContact)
    const stuck = work()
    await expect.poll(() => wecom.countRequests(getContact)).toBeGreaterThan(before)
    wecom.contacts.set(id, { name: '新名', followUsers: [{ userId: by.userId }] })
    await deliver(change(id, by, 'edit_external_contact'))
    await stuck
    await work()
    expect(await rowOf(by, id)).toMatchObject({ name: '新名' })
    expect(await workOf(`contact:${id}`)).toMatchObject([{ state: 1, failures: 0 }])
  })

  it('is worked by another process if one is killed after the store, and by one of two at once', async () => {
    const by = await person()
    const [id, second] = [contactOf([by]), contactOf([by])]
    // A killed process leaves the row claimed until its lease ends.
    await deliver(change(id, by))
    await app.db
      .updateTable('contact_work')
      .set({ tries: 1, due_at: new Date(app.now().getTime() + 120_000) })
      .where('subject', '=', `contact:${id}`)
      .execute()
    const node = await app.startNode()
    await Promise.all([deliver(change(second, by)), deliver(change(second, by), node)])
    const before = wecom.countRequests(getContact)
    await Promise.all([work(), work(node)])
    expect(wecom.countRequests(getContact) - before).toBe(1)
    expect(await rowOf(by, id)).toBeUndefined()
    app.advance(121)
    await work(node)
    expect(await rowOf(by, id)).toMatchObject({ name: `客户${id}` })
  })

  it('retries while WeCom is busy or limits, and gives up after six tries', async () => {
    const by = await person()
    const id = contactOf([by])
    await deliver(change(id, by))
    wecom.misbehave(getContact, 45_009, 'html', 48_002, 45_033, 45_009, 45_009, 45_009)
    for (const pause of [30, 120, 600, 1_800, 3_600, 7_200]) {
      await work()
      expect(await workOf(`contact:${id}`)).toMatchObject([{ state: 0 }])
      app.advance(pause)
    }
    await work()
    expect(await workOf(`contact:${id}`)).toMatchObject([{ state: 2, failures: 7 }])
    await deliver(change(id, by, 'edit_external_contact'))
    await work()
    expect(await rowOf(by, id)).toBeDefined()
  })

  it('reaches all stores of a member, each with its members’ notes, and the contacts of a changed label', async () => {
    const by = await person()
    const other = await buildDealer(app.db)
    const sameAccount = await buildMember(app.db, app.now(), { dealerId: other, accountId: by.accountId })
    const stranger = await person()
    const id = contactOf([by, stranger], { tags: [{ id: 'et9', name: '旧' }] })
    await deliver(change(id, by))
    await work()
    for (const store of [by, sameAccount])
      expect(await rowOf(store, id)).toMatchObject({ user_ids: [by.userId.toLowerCase()] })
    expect(await rowOf(stranger, id)).toBeUndefined()
    const follow = { userId: by.userId, tags: [{ id: 'et9', name: '新' }] }
    wecom.contacts.set(id, { name: '同', followUsers: [follow] })
    const tag = (ChangeType: string, TagType: string) =>
      wecom.event({ Event: 'change_external_tag', Id: 'et9', ChangeType, TagType }, { at: app.now() })
    await deliver(tag('update', 'tag'))
    await work()
    expect(await rowOf(by, id)).toMatchObject({ tags: ['新'] })
    wecom.contacts.set(id, { name: '同', followUsers: [{ userId: by.userId }] })
    await deliver(tag('delete', 'tag_group'))
    await work()
    expect(await rowOf(sameAccount, id)).toMatchObject({ tags: [], tag_ids: [] })
  })

  it('is made up for by a daily list: new contacts, lost ones, and numbers noted without an event', async () => {
    const by = await person()
    const run = async () => {
      await app.app.jobs.find(({ name }) => name === 'list-contacts')?.run()
      await work()
    }
    const [kept, lost] = [contactOf([by]), contactOf([by])]
    await run()
    expect(await rowOf(by, kept)).toBeDefined()
    wecom.contacts.delete(lost)
    const follow = { userId: by.userId, mobiles: ['13712340002'] }
    wecom.contacts.set(kept, { name: '同', followUsers: [follow] })
    const before = wecom.countRequests('/cgi-bin/externalcontact/list')
    await run()
    expect(wecom.countRequests('/cgi-bin/externalcontact/list')).toBe(before)
    app.advance(8 * 86_400)
    const { token } = await buildMember(app.db, app.now(), { accountId: by.accountId })
    expect(token).not.toBe('')
    await run()
    expect(await rowOf(by, lost)).toBeUndefined()
    expect(await rowOf(by, kept)).toMatchObject({ mobiles: ['13712340002'] })
  })
})

describe('the side bar', () => {
  it('signs pages of the product with tickets that all processes share', async () => {
    const by = await person()
    const url = `${publicUrl}/?a=1`
    const node = await app.startNode()
    await app.db.deleteFrom('wecom_ticket').execute()
    const before = wecom.countRequests('/cgi-bin/ticket/get')
    const page = { page: '/?a=1#/contact' }
    const answers = [
      ...(await Promise.all([app.post(sign, by.token, page), app.post(sign, by.token, page)])),
      JSON.parse(
        (
          await node.http.inject({
            method: 'POST',
            url: sign.path,
            payload: page,
            headers: { 'dealer-user-token': by.token },
          })
        ).body,
      ) as Awaited<ReturnType<typeof app.post<typeof sign>>>,
    ]
    expect(wecom.countRequests('/cgi-bin/ticket/get') - before).toBe(1)
    for (const { config, agent, corpId, agentId } of answers.slice(0, 2)) {
      expect({ corpId, agentId }).toEqual({ corpId: wecom.config.corpId, agentId: '1000002' })
      expect(config?.signature).toBe(config && wecom.signatureOf('config', { ...config, url }))
      expect(agent?.signature).toBe(agent && wecom.signatureOf('agent', { ...agent, url }))
    }
    expect(JSON.stringify(await app.db.selectFrom('wecom_ticket').selectAll().execute())).not.toContain(
      'ticket=',
    )
    // A token that WeCom forgot is requested again.
    app.advance(7_200)
    wecom.forgetTokens(40_014)
    expect(await app.post(sign, (await person()).token, page)).toMatchObject({ status: '0' })
    for (const foreign of ['https://evil.example/', '//evil.example/', '.evil.example/', ''])
      expect(await app.post(sign, by.token, { page: foreign })).toMatchObject({ code: 400 })
    app.advance(7_200)
    wecom.misbehave('/cgi-bin/ticket/get', 'html')
    expect(await app.post(sign, (await person()).token, page)).toMatchObject({ code: 1038 })
  })

  it('reads the contact, offers the file with its number and binds by a press, never by itself', async () => {
    const by = await person()
    const { customerId } = await buildCustomer(app, by, { mobile: '13712340010', name: '同号' })
    const wrong = await buildCustomer(app, by, { name: '山间客' })
    const externalId = contactOf([by], { mobiles: ['13712340010'], tags: [{ id: 'et1', name: '高意向' }] })
    const key = { externalId }
    expect(await app.post(get, by.token, key)).toMatchObject({ code: 404 })
    expect(await app.post(read, by.token, key)).toMatchObject({ status: '0' })
    const unbound = {
      name: `客户${externalId}`,
      tags: ['高意向'],
      customerId: 0,
      isElsewhere: false,
      offered: [{ customerId, name: '同号', mobile: '137****0010' }],
    }
    expect(await app.post(get, by.token, key)).toMatchObject(unbound)
    expect(await app.post(bind, by.token, { ...key, customerId })).toMatchObject({ status: '0' })
    expect(await app.post(bind, by.token, { ...key, customerId })).toMatchObject({ status: '0' })
    expect(await app.post(get, by.token, key)).toMatchObject({ customerId, offered: [] })
    expect(await app.post(bind, by.token, { ...key, customerId: wrong.customerId })).toMatchObject({
      code: 410,
    })
    expect(await app.post(unbind, by.token, { ...key, customerId: wrong.customerId })).toMatchObject({
      code: 410,
    })
    const isWecom = async () =>
      (await app.db.selectFrom('customer').select('is_wecom').where('id', '=', customerId).executeTakeFirst())
        ?.is_wecom
    expect(await isWecom()).toBe(true)
    expect(await app.post(unbind, by.token, { ...key, customerId })).toMatchObject({ status: '0' })
    expect(await isWecom()).toBe(false)
    expect(await app.post(get, by.token, key)).toMatchObject(unbound)
    const audits = await app.db
      .selectFrom('audit')
      .select(['action', 'record', 'detail'])
      .where('member_id', '=', by.memberId)
      .where('action', 'like', 'contact-%')
      .orderBy('id')
      .execute()
    const detail = { externalId }
    expect(audits).toEqual([
      { action: 'contact-bind', record: `customer:${customerId}`, detail },
      { action: 'contact-unbind', record: `customer:${customerId}`, detail },
    ])
  })

  it('shows a contact to those alone who have it, and a file to those alone who see it', async () => {
    const by = await person()
    const { dealerId } = by
    const colleague = await person({ dealerId })
    const outsider = await person({ dealerId })
    const far = await person()
    const own = await buildCustomer(app, by)
    const mobile = '13712340020'
    const theirs = await buildCustomer(app, colleague, { mobile })
    const foreign = await buildCustomer(app, far)
    const externalId = contactOf([by, colleague], { mobiles: [mobile] })
    const key = { externalId }
    for (const { token } of [by, colleague])
      expect(await app.post(read, token, key)).toMatchObject({ status: '0' })
    for (const { token } of [outsider, far]) {
      expect(await app.post(read, token, key)).toMatchObject({ code: 404 })
      expect(await app.post(get, token, key)).toMatchObject({ code: 404 })
    }
    expect((await app.post(get, by.token, key)).offered).toEqual([])
    for (const customerId of [theirs.customerId, foreign.customerId])
      expect(await app.post(bind, by.token, { ...key, customerId })).toMatchObject({ code: 404 })
    // Two at once: one binds.
    const bound = await Promise.all([
      app.post(bind, by.token, { ...key, customerId: own.customerId }),
      app.post(bind, colleague.token, { ...key, customerId: theirs.customerId }),
    ])
    expect(bound.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 410])
    const [winner, loser] = bound[0].code === 0 ? [by, colleague] : [colleague, by]
    expect((await app.post(get, winner.token, key)).customerId).toBeGreaterThan(0)
    expect(await app.post(get, loser.token, key)).toMatchObject({
      customerId: 0,
      isElsewhere: true,
      offered: [],
    })
    // No right to customers, an account without WeCom, and WeCom away.
    const desk = await person({ dealerId, role: 7, modules: ['前台流量'] })
    expect(await app.post(get, desk.token, key)).toMatchObject({ code: 403 })
    const unbound = await buildMember(app.db, app.now(), { dealerId })
    for (const call of [get, read] as const)
      expect(await app.post(call, unbound.token, key)).toMatchObject({ code: 1039 })
    app.advance(61)
    wecom.misbehave(getContact, 'html')
    expect(await app.post(read, by.token, key)).toMatchObject({ code: 1038 })
  })

  it('limits how often a member reads from WeCom', async () => {
    const by = await person()
    const guess = (at: number) => app.post(read, by.token, { externalId: `wm-guess-${at}` })
    expect(await guess(1)).toMatchObject({ code: 404 })
    const used = app.db.updateTable('rate_limit').set({ hits: 200 })
    await used.where('subject', '=', `contact:${by.dealerId}:${by.memberId}`).execute()
    expect(await guess(2)).toMatchObject({ code: 429 })
  })

  it('follows a merge, and copies nothing of an erased person again until a new file is bound', async () => {
    const by = await person({ role: 1, modules: ['客户管理', '企业管理'] })
    const mobile = '13712340030'
    const externalId = contactOf([by], { mobiles: [mobile] })
    const key = { externalId }
    const { customerId } = await buildCustomer(app, by, { mobile })
    await app.post(read, by.token, key)
    await app.post(bind, by.token, { ...key, customerId })
    const ask = await app.post(rooms.privacy.ask, by.token, { number: mobile })
    const run = () => app.app.queues.works.get('persons')?.run()
    await run()
    await app.post(rooms.privacy.erase, by.token, { id: ask.id, word: confirmWord })
    await run()
    expect(await rowOf(by, externalId)).toMatchObject({ name: '', mobiles: [], is_erased: true })
    app.advance(61)
    await app.post(read, by.token, key)
    expect(await rowOf(by, externalId)).toMatchObject({ name: '', mobiles: [] })
    expect(await app.post(get, by.token, key)).toMatchObject({
      customerId: 0,
      isElsewhere: false,
      offered: [],
    })
    const again = await buildCustomer(app, by)
    expect(await app.post(bind, by.token, { ...key, customerId: again.customerId })).toMatchObject({
      status: '0',
    })
    app.advance(61)
    await app.post(read, by.token, key)
    expect(await rowOf(by, externalId)).toMatchObject({ name: `客户${externalId}`, mobiles: [mobile] })
  })
})
