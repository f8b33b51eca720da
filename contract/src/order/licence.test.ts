import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCreditCode, licenceProblem, licenceType, licenceTypesOf, cleanLicence } from './licence.ts'

const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const character = fc.constantFrom(...alphabet.split(''))
const joined = (length: number) =>
  fc.array(character, { minLength: length, maxLength: length }).map((all) => all.join(''))
/** Any seventeen characters with their check character, found by trying instead of by the tested rule. */
const code = fc
  .tuple(joined(2), fc.stringMatching(/^\d{6}$/), joined(9))
  .map((parts) => parts.join(''))
  .map(
    (head) =>
      head +
      alphabet
        .split('')
        .filter((check) => isCreditCode(head + check))
        .join(''),
  )

describe('credit codes', () => {
  it('of well-known companies pass', () => {
    for (const valid of [
      '91350100M000100Y43',
      '914403001922038216',
      '9144030071526726XG',
      '91330100799655058B',
    ])
      expect(isCreditCode(valid), valid).toBe(true)
  })

  it('have exactly one check character, and pass in either case', () => {
    fc.assert(
      fc.property(code, (whole) => {
        expect(whole).toHaveLength(18)
        expect(isCreditCode(whole.toLowerCase())).toBe(true)
      }),
    )
  })

  it('fail with one character changed or two neighbours swapped', () => {
    fc.assert(
      fc.property(code, fc.nat(17), character, (whole, at, other) => {
        fc.pre(whole[at] !== other)
        expect(isCreditCode(whole.slice(0, at) + other + whole.slice(at + 1))).toBe(false)
      }),
    )
    fc.assert(
      fc.property(code, fc.nat(15), (whole, at) => {
        fc.pre(whole[at] !== whole[at + 1])
        const swapped = whole.slice(0, at) + whole[at + 1] + whole[at] + whole.slice(at + 2)
        expect(isCreditCode(swapped)).toBe(false)
      }),
    )
  })

  it('contain no letter that looks like a digit', () => {
    for (const letter of 'IOSVZ') expect(isCreditCode(`9135010${letter}M000100Y43`)).toBe(false)
  })
})

describe('document numbers', () => {
  const { residentId, passport, officerCard, other, creditCode } = licenceType

  it('depend on the type of buyer', () => {
    expect(licenceTypesOf(1)).toEqual([residentId, passport, officerCard, other])
    expect(licenceTypesOf(2)).toEqual([creditCode])
  })

  it.each([
    [1, residentId, '11010519491231002X', undefined],
    [1, residentId, '110105194912310021', '请输入合法证件号'],
    [1, residentId, '110101900307002', undefined],
    [1, passport, 'E12345678', undefined],
    [1, passport, 'E1', '请输入护照'],
    [1, officerCard, '南字第01234567号', undefined],
    [1, officerCard, '军', '请输入合法军官证件号'],
    [1, other, '港澳 H1234567', undefined],
    [1, residentId, '', '请输入证件号码'],
    [2, creditCode, '91350100M000100Y43', undefined],
    [2, creditCode, '91350100M000100Y44', '请输入正确的统一社会信用代码'],
    [2, creditCode, '11010519491231002X', '请输入正确的统一社会信用代码'],
    [2, creditCode, '', '请输入证件号码'],
  ])('are checked for buyer type %i and document type %i: %s', (customerType, type, licenceNumber, text) => {
    expect(licenceProblem(customerType, type, licenceNumber)).toBe(text)
  })

  it('are normalized to trimmed upper case and half width', () => {
    expect(cleanLicence(' １１010519491231002x\n')).toBe('11010519491231002X')
    expect(cleanLicence('  ')).toBe('')
  })
})
