import { z } from 'zod'
import { cleanNumber, cleanNumbers } from './clean.ts'

export const wrongMobile = '请输入正确的手机号'
const wrongPhone = '请输入合法的联系号码'

/** A mainland mobile number. `missing` is the error text when it is absent. */
export const Mobile = (missing: string) =>
  z
    .string(missing)
    .overwrite(cleanNumber)
    .min(1, missing)
    .regex(/^1[3-9]\d{9}$/, wrongMobile)

const range = /^1[3-9]\d{5}/

/** The first seven digits of a mobile: each range of numbers is issued in one city. */
export const rangeOf = (mobile: string): string => range.exec(cleanNumber(mobile))?.[0] ?? ''
export const MobileRange = z.string().regex(range).length(7)

/** A mobile that may be left out. */
export const OptionalMobile = z
  .string()
  .overwrite(cleanNumber)
  .regex(/^(?:1[3-9]\d{9})?$/, wrongMobile)
  .default('')

/** A mobile in the form of an existing file: a clear number, or the file's own in the masked form it was shown in. */
export const MobileOrMasked = (missing: string, wrong = wrongMobile) =>
  z
    .string(missing)
    .overwrite(cleanNumber)
    .min(1, missing)
    .regex(/^1[3-9]\d(\d{4}|\*{4})\d{4}$/, wrong)

/** One or several further numbers: digits, letters, spaces and hyphens. May be masked, like `MobileOrMasked`. */
export const SecondPhone = z
  .string()
  .overwrite(cleanNumbers)
  .max(100, wrongPhone)
  .regex(/^[0-9A-Za-z\s*-]*$/, wrongPhone)
  .default('')
