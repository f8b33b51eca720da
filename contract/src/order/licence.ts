import { identityProblem } from '../customer/customer.rules.ts'
import { cleanDocument } from '../kernel/clean.ts'

/** Pure rules of the buyer's identity documents (证件类型, 证件号码), used by both sides. */

/** Types of buyers. */
export const buyerType = { personal: 1, company: 2 } as const

/** Types of documents, codes of `orderIdentifyTypeDics`. */
export const licenceType = {
  residentId: 1,
  passport: 2,
  officerCard: 3,
  other: 4,
  /** 统一社会信用代码. */
  creditCode: 5,
} as const

/** Document types allowed for a buyer: a company has its credit code, a person the others. */
export const licenceTypesOf = (customerType: number): readonly number[] =>
  customerType === buyerType.company
    ? [licenceType.creditCode]
    : [licenceType.residentId, licenceType.passport, licenceType.officerCard, licenceType.other]

/** Cleans a document number: half width, upper case, without blanks. */
export const cleanLicence = (value: string): string => cleanDocument(value).toUpperCase()

/** The alphabet of GB 32100: no I, O, S, V, Z. A character's value is its index. */
const creditCharacters = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const creditWeights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/**
 * Checks a unified social credit code: 2 characters of the registration authority, 6 digits of a region, 9 characters of the organisation,
 * and the check character of GB 32100.
 */
export function isCreditCode(value: string): boolean {
  const code = value.toUpperCase()
  if (!/^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(code)) return false
  const sum = creditWeights.reduce(
    (total, weight, index) => total + weight * creditCharacters.indexOf(code.charAt(index)),
    0,
  )
  return creditCharacters[(31 - (sum % 31)) % 31] === code[17]
}

/** Returns the problem of a normalized document number; undefined if it is valid. An order always requires one. */
export function licenceProblem(
  customerType: number,
  type: number,
  licenceNumber: string,
): string | undefined {
  if (licenceNumber === '') return '请输入证件号码'
  if (customerType === buyerType.company)
    return isCreditCode(licenceNumber) ? undefined : '请输入正确的统一社会信用代码'
  return identityProblem(type, licenceNumber)
}
