import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flatten, reconcile } from './edit.rules.ts'
import type { FlatValues } from '../kernel/reconcile.ts'

const paths = [
  'name',
  'gender',
  'type',
  'companyName',
  'buyCity',
  'buyArea',
  'addition.qq',
  'addition.idNo',
  'addition.identifyType',
]
const values: fc.Arbitrary<FlatValues> = fc
  .tuple(...paths.map(() => fc.constantFrom('a', 'b', 'c')))
  .map((each) => new Map(paths.map((path, at) => [path, each[at]])))

/** File after a save. */
const saved = (form: FlatValues, current: FlatValues, mine: ReadonlySet<string>): FlatValues =>
  new Map(paths.map((path) => [path, (mine.has(path) ? form : current).get(path)]))

describe('two edits of one file', () => {
  it('with one side unchanged keep the other', () => {
    fc.assert(
      fc.property(values, values, (original, other) => {
        expect(reconcile(original, other, original)).toEqual({ mine: new Set(), conflicts: [] })
        const { mine, conflicts } = reconcile(other, original, original)
        expect(conflicts).toEqual([])
        expect(saved(other, original, mine)).toEqual(other)
      }),
    )
  })

  it('without conflict keep both changes', () => {
    fc.assert(
      fc.property(values, values, values, (original, form, current) => {
        const { mine, conflicts } = reconcile(form, current, original)
        fc.pre(conflicts.length === 0)
        const after = saved(form, current, mine)
        const changed = paths.filter((path) => form.get(path) !== original.get(path))
        expect(changed.map((path) => after.get(path))).toEqual(changed.map((path) => form.get(path)))
        const theirs = paths.filter((path) => !mine.has(path))
        expect(theirs.map((path) => after.get(path))).toEqual(theirs.map((path) => current.get(path)))
      }),
    )
  })

  it('conflict only on fields whose values differ now', () => {
    fc.assert(
      fc.property(values, values, fc.option(values, { nil: undefined }), (form, current, original) => {
        for (const path of reconcile(form, current, original).conflicts)
          expect(form.get(path)).not.toBe(current.get(path))
      }),
    )
  })

  it('do not conflict when saved again on the current values', () => {
    fc.assert(
      fc.property(values, values, (form, current) => {
        expect(reconcile(form, current, current).conflicts).toEqual([])
      }),
    )
  })
})

describe('flattened values', () => {
  it('are normalised', () => {
    const a = flatten({ name: ' 王小明 ', specIds: '1209,1201', mobile: '+86 138 1111 2222' })
    expect(a.get('name')).toBe('王小明')
    expect(a.get('specIds')).toBe('1209,1201')
    expect(a.get('mobile')).toBe('13811112222')
    expect(a.get('addition.qq')).toBe('')
    expect(a.get('competitionSerieses')).toBe('')
  })

  it('that break a current rule stay unchanged', () => {
    expect(flatten({ buyArea: '', gender: 0 }).get('buyArea')).toBe('')
    expect(flatten({ buyArea: '', gender: 0 }).get('gender')).toBe(0)
  })
})
