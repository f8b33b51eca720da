import { describe, expect, it } from 'vitest'
import { typedOf, valueOf } from './content'

describe('what goes into a draft', () => {
  it('is what differs from what the form opened with, emptied fields as null', () => {
    const opened = { name: '安', specIds: [3], remark: '', region: { province: '浙江省' }, level: 'N' }
    const values = { ...opened, name: '安柏', specIds: [], qq: undefined, region: { province: '江苏省' } }
    expect(typedOf(values, opened)).toEqual({ name: '安柏', specIds: null, region: { province: '江苏省' } })
  })

  it('is nothing where one kind of nothing became another', () => {
    expect(typedOf({ a: '', b: [], c: null }, { a: undefined, b: undefined, d: '' })).toEqual({})
  })

  it('is never what must not be kept', () => {
    expect(typedOf({ files: 'a,b', name: '安' }, {}, ['files'])).toEqual({ name: '安' })
  })

  it('comes back empty in the way the field was filled', () => {
    expect([valueOf(null, [3]), valueOf(null, '安'), valueOf(null, 3), valueOf(0, 3)]).toEqual([
      [],
      '',
      undefined,
      0,
    ])
  })
})
