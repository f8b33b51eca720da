import { rooms } from '@showroom/contract'
import { foldForSearch } from '@showroom/contract/kernel/clean'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildReceivingStore, buildSource, deliver, newLead } from '../src/lead/intake.factory.ts'
import { createTestApp } from './app.ts'
import type { TestApp } from './app.ts'
import { buildCustomer, buildMember, newCustomer } from './factories.ts'
import type { BuiltMember } from './factories.ts'
import { sheetRow, storeSheet } from './sheets.ts'

/** Typed and pasted text on its way from a form to a search. */

let app: TestApp
let admin: BuiltMember
beforeAll(async () => {
  app = await createTestApp()
  admin = await buildMember(app.db, app.now(), { role: 1 })
})
afterAll(() => app.close())

const folded = async (texts: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ folded: string }>`
    select fold_text(t) as folded from unnest(${texts}::text[]) with ordinality as k (t, place) order by place`.execute(
    app.db,
  )
  return rows.map((row) => row.folded)
}

describe('PostgreSQL', () => {
  it('folds every character as the contract does', async () => {
    // Characters newer than this PostgreSQL keep their case in it. Lower case of the Turkish İ depends on the locale.
    const { rows } = await sql<{ character: string }>`
      select chr(code) as character from generate_series(1, 1114111) code
      where code not between 55296 and 57343 and unicode_assigned(chr(code)) and code <> 304`.execute(app.db)
    const all = rows.map(({ character }) => character)
    const inSql = await folded(all)
    expect(all.filter((character, at) => foldForSearch(character) !== inSql[at])).toEqual([])
  })

  it('folds texts as the contract does', async () => {
    const texts = fc
      .sample(fc.string({ unit: 'grapheme', maxLength: 12 }), 2000)
      .map((text) => text.replaceAll('\0', ''))
    expect(await folded(texts)).toEqual(texts.map(foldForSearch))
  })
})

const finds = async (key: string): Promise<number[]> => {
  const { data } = await app.post(rooms.customer.list, admin.token, { key })
  const answer = await app.post(rooms.desk.search, admin.token, { key })
  const ids = (data ?? []).map(({ customerId }) => customerId)
  expect(new Set(answer.data?.map(({ id }) => id)), key).toEqual(new Set(ids))
  return ids
}

describe('a search', () => {
  it.each([
    [
      '古丽米热·艾比布力',
      '19912340002',
      [
        '\u202d19912340002\u202c',
        '19912340002\u200b',
        '199\u20131234\u20130002',
        '古丽米热\u2022艾比布力',
        '古丽米热艾比布力',
        '199 1234 0002',
        '+8619912340002',
        '0002',
        '艾比布力',
        '(+86)199-1234-0002',
        'tel:19912340002',
        "'19912340002",
        '199.1234.0002',
        '１９９１２３４０００２',
        '\u00a0199\u00a01234\u00a00002',
        '古丽米热・艾比布力',
        '古丽米热･艾比布力',
        '古丽米热‧艾比布力',
        '热艾',
        '热·艾',
        '古丽米热\u200b艾比布力',
        '古丽米热 艾比布力',
        '米热．艾比',
      ],
    ],
    ['Li', '19912340003', ['\uff2c\uff49', 'li', 'LI', 'ｌｉ\u200b']],
    ['Ｗａｎｇ', '19912340004', ['wang', 'Ｗａｎｇ', 'WAN']],
    ['Anna O’Neil-Mayer', '19912340005', ["o'neil", 'O’Neil', 'O‘NeilMayer', 'anna o‘neil', 'neil–mayer']],
  ] as const)('finds %s by every spelling', async (name, mobile, spellings) => {
    const { customerId } = await buildCustomer(app, admin, { name, mobile })
    for (const key of spellings) expect(await finds(key), key).toEqual([customerId])
  })

  it('finds whatever name the form accepts, by the name as it was typed', async () => {
    const part = fc.constantFrom(...Array.from('王古丽Ｌｉñé·•・-–’\u200b\u202d\u00a0 \u3000１2k👩ﬁß'))
    for (const parts of fc.sample(fc.array(part, { minLength: 2, maxLength: 8 }), 40)) {
      const name = parts.join('')
      const made = await app.post(rooms.customer.add, admin.token, newCustomer(app, { name }))
      // A name of blanks is refused, and one of digits alone is a number to the search.
      if (!made.customerId || !/\p{L}|👩/u.test(name)) continue
      expect(
        (await app.post(rooms.customer.list, admin.token, { key: name })).data?.map((row) => row.customerId),
        JSON.stringify(name),
      ).toContain(made.customerId)
    }
  })

  it('of nothing but dots and hyphens finds nothing', async () => {
    for (const key of ['·', '- -', '。']) expect(await finds(key), key).toEqual([])
  })
})

describe('a new customer', () => {
  it('has the same name by each way in, with whatever blank it came', async () => {
    const { dealerId, code } = await buildReceivingStore(app)
    const head = await buildMember(app.db, app.now(), { dealerId, role: 1 })
    const source = await buildSource(app.db)
    const name = '\u00a0王\u00a0小明'
    await buildCustomer(app, head, { name, mobile: '19912342001' })
    await deliver(app, source, [newLead(code, { name, mobile: '19912342002' })])
    const file = await storeSheet(app, head, [sheetRow({ 客户姓名: name, 手机号: '19912342003' })])
    expect(await app.post(rooms.transfer.startImport, head.token, { file })).toMatchObject({
      successTotal: 1,
    })
    const { rows } = await sql<{ name: string }>`
      select name from customer where dealer_id = ${dealerId} union all select name from lead where dealer_id = ${dealerId}`.execute(
      app.db,
    )
    expect(rows.map((row) => row.name)).toEqual(['王小明', '王小明', '王小明'])
  })

  it.each([
    '\u202d19912341001\u202c',
    '199–1234–1002',
    '199\u20111234\u20111003',
    '199.1234.1004',
    '(+86)19912341005',
    'tel:19912341006',
    "'19912341007",
    '１９９１２３４１００８',
    '+86\u00a0199\u00a01234\u00a01009',
    '\ufeff19912341010\u200b',
    '0086-199-1234-1011',
    '【199】1234·1012',
  ])('is stored by the plain number of %j', async (mobile) => {
    const { customerId } = await buildCustomer(app, admin, { mobile })
    const { mobile: stored } = await app.db
      .selectFrom('customer')
      .select('mobile')
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow()
    expect(stored).toMatch(/^1991234\d{4}$/)
  })

  it('is stored with clean codes and texts', async () => {
    const { customerId } = await buildCustomer(app, admin, {
      name: ' 王\u202e👩‍👩‍👧\n芳 ',
      weixin: '\u202d wx–Ｌｉ_01\u200b',
      secondardPhone: '\u202d0571–8801\u00a02233 ext5\u202c',
      addition: { idNo: "'110101-19900307-002x", qq: ' 123 456', address: '文一路\u00a0\r\n1号\u200b' },
    })
    const rows = await app.db
      .selectFrom('customer')
      .selectAll()
      .where('id', '=', customerId)
      .executeTakeFirstOrThrow()
    expect(rows).toMatchObject({
      name: '王👩‍👩‍👧芳',
      weixin: 'wx-Li_01',
      second_phone: '0571-8801 2233 ext5',
      identify_no: '11010119900307002X',
      qq: '123456',
      address: '文一路 1号',
    })
  })
})
