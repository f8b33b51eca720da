import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { narrowing, readLeniently, sentKey, sentTime } from './lenient.ts'
import { lines, oneOf, required, requiredCode, Seconds, text } from './wire.ts'

const Body = z.object({
  store: requiredCode('请填写门店'),
  id: sentKey(required('没有编号', 10)).catch(''),
  name: required('没有姓名').catch('无名'),
  note: lines(5),
  key: sentKey(z.string().max(5)).default(''),
  level: oneOf([1, 2], '等级为1或2').default(2),
  price: z.number('金额不正确').int().min(0).default(0),
  at: sentTime(Seconds).default(0),
  series: z.union([z.number().int(), text(5)], '车系不正确').default(''),
  line: narrowing(text(5)),
  names: z.array(required('没有名称', 5)).max(2).default([]),
  cars: z.array(z.object({ vin: z.string('没有车架号').min(3, '车架号不正确'), line: text(5) })).default([]),
})
const whole = { store: 'S1', id: 'i1', name: '王' }
const read = (more: object) => readLeniently(Body, { ...whole, ...more })
const at = (field: string, value: unknown) => {
  const { data, warnings } = read({ [field]: value })
  return [(data as Record<string, unknown> | undefined)?.[field], ...warnings.map(({ path }) => path)]
}

describe('a lenient reading', () => {
  it('of a good body has no warnings', () => {
    expect(read({ note: '好', cars: [{ vin: 'abc' }] })).toMatchObject({
      data: { store: 'S1', note: '好', level: 2, cars: [{ vin: 'abc', line: '' }] },
      errors: [],
      warnings: [],
    })
  })

  it.each([
    ['note', 15, '15'],
    ['note', null, ''],
    ['level', '1', 1],
    ['level', ' １ ', 1],
    ['level', '', 2],
    ['price', '12,345', 12_345],
    ['price', '15.0', 15],
    ['series', '1201', '1201'],
    ['id', 42, '42'],
    ['at', 1_795_000_000, 1_795_000_000],
    ['at', '1795000000', 1_795_000_000],
    ['at', 1_795_000_000_000, 1_795_000_000],
    ['at', '1795000000999', 1_795_000_000],
    ['at', 1_795_000_000.5, 1_795_000_000],
    ['at', '2026-11-18T15:06:40+08:00', 1_794_985_600],
    ['at', '2026-11-18T07:06:40.123Z', 1_794_985_600],
    ['at', '2026-11-18T07:06:40-0000', 1_794_985_600],
    ['at', '2026/11/18 15:06:40', 1_794_985_600],
    ['at', '2026-11-18', 1_794_931_200],
  ])('takes %s = %j as %j', (field, sent, value) => {
    expect(at(field, sent)).toEqual([value])
  })

  it.each([
    ['note', {}, ''],
    ['note', true, ''],
    ['level', 3, 2],
    ['level', '一', 2],
    ['price', -1, 0],
    ['price', '十元', 0],
    ['at', '昨天', 0],
    ['at', '2026-02-30', 0],
    ['at', '2026-11-18 25:00', 0],
    ['series', [], ''],
    ['name', '', '无名'],
    ['name', undefined, '无名'],
    ['names', '一', []],
    ['unknown', 1, undefined],
  ])('leaves out and names %s = %j', (field, sent, value) => {
    expect(at(field, sent)).toEqual([value, field])
    expect(read({ [field]: sent }).left).toEqual({ [field]: sent })
  })

  it('cuts text that is too long, never half an emoji, and no keys', () => {
    expect(at('note', ' 一二三四五六')).toEqual(['一二三四五', 'note'])
    expect(at('note', '一二三四😀😀')).toEqual(['一二三四😀', 'note'])
    expect(at('series', '一二三四五六')).toEqual(['一二三四五', 'series'])
    expect(at('key', '123456')).toEqual(['', 'key'])
    expect(at('id', '12345678901')).toEqual(['', 'id'])
    expect(read({ note: '一二三四五六' }).warnings).toEqual([{ path: 'note', text: '超过5个字，已截断' }])
  })

  it('does not take an integer that has lost digits for an id', () => {
    expect(at('id', 2 ** 60)).toEqual(['', 'id'])
  })

  it('leaves out wrong items, and those beyond the limit', () => {
    expect(at('names', ['一', {}, 3])).toEqual([['一'], 'names', 'names.1'])
    expect(at('cars', [{ vin: 'abc', line: {} }, { vin: 'x' }, 'junk', { vin: 'abd', colour: 1 }])).toEqual([
      [
        { vin: 'abc', line: '' },
        { vin: 'abd', line: '' },
      ],
      'cars.0.line',
      'cars.1.vin',
      'cars.2',
      'cars.3.colour',
    ])
  })

  it('names errors of required fields and of those that narrow the effect', () => {
    expect(readLeniently(Body, { store: {}, line: 'abcdef', note: 1 })).toMatchObject({
      data: undefined,
      valid: { note: '1', name: '无名' },
      errors: [{ path: 'store' }, { path: 'line' }],
    })
    expect(readLeniently(Body, null)).toMatchObject({ data: undefined, errors: [{ path: '' }] })
    expect(at('line', '')).toEqual([''])
  })

  it('names at most fifty fields', () => {
    const { warnings } = read(Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`x${n}`, n])))
    expect(warnings).toHaveLength(51)
    expect(warnings.at(-1)).toEqual({ path: '', text: '另有10处未识别' })
  })

  it('costs no other field, whatever is sent', () => {
    const optional = Object.keys(Body.shape).filter((key) => !['store', 'line'].includes(key))
    const junk = fc.dictionary(fc.constantFrom(...optional, 'other', '__proto__'), fc.jsonValue())
    fc.assert(
      fc.property(junk, fc.constantFrom(...optional), (sent, good) => {
        const value = Body.parse({ ...whole, note: '好', level: 1, names: ['一'] })[good as 'note']
        const { data, errors } = readLeniently(Body, { ...sent, store: 'S1', [good]: value })
        expect(errors).toEqual([])
        expect(data?.[good as 'note']).toEqual(value)
      }),
    )
  })
})
