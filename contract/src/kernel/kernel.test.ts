import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { call, mayCall } from './call.ts'
import type { Call, Flags, Rights } from './call.ts'
import { addDays, dayEnd, daySeconds, dayStart, isDay, lastDays } from './day.ts'
import { maskCases } from './mask.cases.ts'
import { maskIdNo, maskMobile, maskText } from './mask.ts'
import { cleanNumber } from './clean.ts'
import { Mobile, SecondPhone } from './mobile.ts'
import { idList, required, text, wordList } from './wire.ts'

/** From 1992, after China's last summer time, to 2100, within the wire's ten digits and Intl's data. */
const instant = fc.integer({ min: Date.UTC(1992, 0, 1) / 1000, max: Date.UTC(2100, 0, 1) / 1000 })
const shanghai = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'medium',
})
const inShanghai = (seconds: number): string => shanghai.format(seconds * 1000)
const fullWidth = (digits: string): string =>
  digits.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
const textsOf = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value).error?.issues.map((issue) => issue.message) ?? []

describe('a day', () => {
  it("starts at midnight in Shanghai, whatever the machine's time zone", () => {
    fc.assert(
      fc.property(instant, (at) => {
        expect(inShanghai(dayStart(at))).toBe(`${inShanghai(at).slice(0, 10)} 00:00:00`)
      }),
    )
  })

  it('contains its instant, ends where the next day starts, and starts at its own start', () => {
    fc.assert(
      fc.property(instant, (at) => {
        expect(dayStart(at)).toBeLessThanOrEqual(at)
        expect(dayEnd(at)).toBeGreaterThan(at)
        expect(dayEnd(at) - dayStart(at)).toBe(daySeconds)
        expect(dayStart(dayStart(at))).toBe(dayStart(at))
        expect(dayStart(dayEnd(at) - 1)).toBe(dayStart(at))
        expect(dayStart(dayEnd(at))).toBe(dayEnd(at))
      }),
    )
  })

  it('adds up with other numbers of days', () => {
    fc.assert(
      fc.property(
        instant,
        fc.integer({ min: -500, max: 500 }),
        fc.integer({ min: -500, max: 500 }),
        (at, a, b) => {
          expect(addDays(addDays(at, a), b)).toBe(addDays(at, a + b))
        },
      ),
    )
  })

  it('is validated from text', () => {
    for (const day of ['2026-11-18', '2024-02-29', '2000-02-29', '1950-12-31'])
      expect(isDay(day), day).toBe(true)
    for (const none of [
      '',
      '2026-2-1',
      '2026-02-29',
      '1900-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-11-31',
      '2026-11-18T00:00',
      '18.11.2026',
    ])
      expect(isDay(none), none).toBe(false)
  })

  it('ends at its last second: "the last 29 days" are today and the 29 days before', () => {
    const noon = Date.parse('2026-11-18T12:00:00+08:00') / 1000
    const { start, end } = lastDays(noon, 29)
    expect([inShanghai(start), inShanghai(end)]).toEqual(['2026-10-20 00:00:00', '2026-11-18 23:59:59'])
  })
})

describe('masking', () => {
  it('shows three and four digits of a mobile', () => {
    expect(maskMobile('13812341234')).toBe('138****1234')
    expect(maskMobile('057188012233')).toBe('057****2233')
    expect(maskMobile('88012233')).toBe('****33')
    expect(maskMobile('12')).toBe('12')
    expect(maskMobile('')).toBe('')
  })

  it('shows three and four characters of an identity number', () => {
    expect(maskIdNo('11010119900307002X')).toBe('110***********002X')
    expect(maskIdNo('E12345678')).toBe('E12**5678')
    expect(maskIdNo('1234567')).toBe('****')
    expect(maskIdNo('')).toBe('')
  })

  it.each(maskCases)('masks free text: %s', (written, masked) => {
    expect(maskText(written)).toBe(masked)
  })

  it('hides a mobile in free text, however it is spaced', () => {
    const gap = fc.constantFrom('', '', ' ', '-', '.', '　', '—', '·', ') ', '\u200b', ' - ')
    fc.assert(
      fc.property(
        fc.stringMatching(/^1[3-9]\d{9}$/),
        fc.array(gap, { minLength: 10, maxLength: 10 }),
        fc.constantFrom('', '0', '+86 ', '0086-', '电话'),
        fc.boolean(),
        (mobile, gaps, prefix, wide) => {
          const digits = wide ? fullWidth(mobile) : mobile
          const written = digits
            .split('')
            .map((digit, at) => digit + (gaps[at] ?? ''))
            .join('')
          const masked = maskText(`找我：${prefix}${written}。`)
          // Dates with a year are not numbers.
          if (/^1.{0,3}[3-9][-.~ ]{1,3}(?:19|20)/.test(written)) return
          const left = `${prefix}${masked}`.normalize('NFKC').replace(/\D/g, '')
          expect(left.length, written).toBe(2 * prefix.replace(/\D/g, '').length + 7)
        },
      ),
    )
  })

  it('never shows the middle digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^1[3-9]\d{9}$/), (mobile) => {
        const masked = maskMobile(mobile)
        expect(masked).toHaveLength(11)
        expect(masked.replace(/\D/g, '')).toBe(mobile.slice(0, 3) + mobile.slice(-4))
      }),
    )
  })
})

describe('a mobile', () => {
  it('is the same number however it is written', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^1[3-9]\d{9}$/),
        fc.constantFrom('', '+86', '0086', '86', '+86 ', ' 86-'),
        fc.constantFrom('', ' ', '-', '　'),
        fc.boolean(),
        (mobile, prefix, gap, wide) => {
          const spaced = `${prefix}${mobile.slice(0, 3)}${gap}${mobile.slice(3, 7)}${gap}${mobile.slice(7)} `
          const typed = wide ? fullWidth(spaced) : spaced
          expect(cleanNumber(typed)).toBe(mobile)
          expect(Mobile('请输入手机号').parse(typed)).toBe(mobile)
          expect(cleanNumber(cleanNumber(typed))).toBe(mobile)
        },
      ),
    )
  })

  it('requires eleven digits and a valid prefix', () => {
    const schema = Mobile('请输入手机号')
    for (const missing of [undefined, null, 5]) expect(textsOf(schema, missing)).toEqual(['请输入手机号'])
    expect(textsOf(schema, '')[0]).toBe('请输入手机号')
    expect(textsOf(schema, '   ')[0]).toBe('请输入手机号')
    for (const wrong of [
      '1381234567',
      '138123456789',
      '12812345678',
      '23812345678',
      '1381234567a',
      '+8513812345678',
      '1'.repeat(41),
    ])
      expect(textsOf(schema, wrong), wrong).toEqual(['请输入正确的手机号'])
  })

  it('allows digits, letters, spaces and hyphens in a second number', () => {
    expect(SecondPhone.parse(undefined)).toBe('')
    expect(SecondPhone.parse(' 0571-8801 2233 ext5 ')).toBe('0571-8801 2233 ext5')
    for (const wrong of ['+86', '0571/88', '1'.repeat(101)])
      expect(textsOf(SecondPhone, wrong)).toEqual(['请输入合法的联系号码'])
  })
})

describe('shared field schemas', () => {
  it('turn a comma list of ids into distinct ids, in order', () => {
    expect(idList().parse('3,1,3,2')).toEqual([3, 1, 2])
    expect(idList().parse('')).toEqual([])
    for (const wrong of ['a', '1,', ',1', '1,,2', '-1', '1.5', ' 1', '1;2', '1'.repeat(16)])
      expect(idList().safeParse(wrong).success, wrong).toBe(false)
    expect(textsOf(idList(2), '1,2,3')).toEqual(['最多选择2项'])
    expect(idList(2).parse('1,2,2,1')).toEqual([1, 2])
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(), { maxLength: 40 }), (ids) => {
        expect(idList().parse(ids.join(','))).toEqual(ids)
      }),
    )
  })

  it('turn a comma list of words into distinct words', () => {
    expect(wordList().parse('H,A,H')).toEqual(['H', 'A'])
    expect(wordList().parse('')).toEqual([])
    expect(textsOf(wordList(1), 'H,A')).toEqual(['最多选择1项'])
  })

  it('trim texts and reject blank required ones', () => {
    expect(text(5).parse(' 短 ')).toBe('短')
    expect(text(5).parse(undefined)).toBe('')
    expect(textsOf(text(5), '六个字的文本')).toEqual(['不能超过5个字'])
    expect(required('请填写').parse('　字 ')).toBe('字')
    for (const blank of ['', ' ', '　\n\t']) expect(textsOf(required('请填写'), blank)).toEqual(['请填写'])
    expect(textsOf(required('请填写', 2), '三个字')).toEqual(['不能超过2个字'])
  })
})

describe('rights', () => {
  const flags: Flags = {
    allowFailVerify: false,
    allowOrderVerify: false,
    allowAssign: false,
    allowOrderAlloc: false,
    canResign: false,
    dccEnable: false,
    isAutoClear: false,
    allowOnlineAssign: false,
    cityPoolEnable: false,
    canDailyReport: false,
    readsDaily: false,
    allowFront: false,
    seesStore: false,
    onlyReads: false,
    isClosed: false,
  }
  const member = (over: Partial<Rights> = {}): Rights => ({
    role: 4,
    isAdmin: false,
    modules: [],
    flags,
    ...over,
  })

  it("give storeStaff calls to the store's members and not to group roles", () => {
    for (const isAdmin of [false, true]) {
      expect(mayCall({ storeStaff: true }, member({ isAdmin }))).toBe(true)
      for (const role of [15, 16])
        expect(mayCall({ storeStaff: true }, member({ role, isAdmin }))).toBe(false)
    }
  })

  it('refuse mutations to members who only read, except changes of their settings', () => {
    const reader = member({ modules: ['客户管理'], flags: { ...flags, onlyReads: true } })
    const shape = z.object({})
    const made = (may: Call['may'], rest = {}) =>
      call({ path: '/test', summary: '', may, request: shape, answer: shape, ...rest }).may
    expect(mayCall(made({ module: '客户管理' }), reader)).toBe(true)
    expect(mayCall(made('member', { writes: true }), reader)).toBe(true)
    for (const rest of [{ writes: true }, { upload: true }])
      expect(mayCall(made({ module: '客户管理' }, rest), reader)).toBe(false)
  })

  it("give leadStaff calls to 集团DCC where the group cleans the store's leads", () => {
    const dcc = (allowOnlineAssign: boolean) => member({ role: 15, flags: { ...flags, allowOnlineAssign } })
    expect(mayCall({ leadStaff: true }, dcc(true))).toBe(true)
    expect(mayCall({ leadStaff: true }, dcc(false))).toBe(false)
    expect(mayCall({ leadStaff: true }, member())).toBe(true)
  })

  it('give public and member calls to every member', () => {
    expect(mayCall('public', member())).toBe(true)
    expect(mayCall('member', member())).toBe(true)
    expect(mayCall({}, member())).toBe(true)
  })

  it('accept any of the named modules, or an admin', () => {
    const may = { module: ['客户管理', '前台流量'] } as const
    expect(mayCall(may, member({ modules: ['前台流量'] }))).toBe(true)
    expect(mayCall(may, member({ modules: ['销售订单'] }))).toBe(false)
    expect(mayCall(may, member({ isAdmin: true }))).toBe(true)
    expect(mayCall({ module: '客户管理' }, member({ modules: ['客户管理'] }))).toBe(true)
  })

  it('require every condition when flag, admin and module are combined', () => {
    const may = { admin: true, flag: 'allowAssign', module: '客户管理' } as const
    expect(mayCall(may, member({ isAdmin: true, flags: { ...flags, allowAssign: true } }))).toBe(true)
    expect(mayCall(may, member({ isAdmin: true }))).toBe(false)
    expect(mayCall(may, member({ modules: ['客户管理'], flags: { ...flags, allowAssign: true } }))).toBe(
      false,
    )
  })
})
