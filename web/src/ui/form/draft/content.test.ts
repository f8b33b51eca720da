import { describe, expect, it } from 'vitest'
import { typedOf, valueOf } from './content'

describe('the content of a draft', () => {
  it('holds the fields that differ from the opened form, emptied ones as null', () => {
    const opened = { name: '安', specIds: [3], remark: '', region: { province: '浙江省' }, level: 'N' }
    const values = { ...opened, name: '安柏', specIds: [], qq: undefined, region: { province: '江苏省' } }
    expect(typedOf(values, opened)).toEqual({ name: '安柏', specIds: null, region: { province: '江苏省' } })
  })

  it('is empty if one kind of empty value became another', () => {
    expect(typedOf({ a: '', b: [], c: null }, { a: undefined, b: undefined, d: '' })).toEqual({})
  })

  it('leaves out fields that must not be kept', () => {
    expect(typedOf({ files: 'a,b', name: '安' }, {}, ['files'])).toEqual({ name: '安' })
  })

  it('restores an emptied field to the kind of empty value it had', () => {
    expect([valueOf(null, [3]), valueOf(null, '安'), valueOf(null, 3), valueOf(0, 3)]).toEqual([
      [],
      '',
      undefined,
      0,
    ])
  })
})
