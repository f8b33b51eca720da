import { z } from 'zod'
import { isMasked } from './masked.ts'

/** Converts a number to its stored form: half-width digits, no spaces or hyphens, no +86 / 0086 / 86. */
export function normalizeMobile(raw: string): string {
  const digits = raw.normalize('NFKC').replace(/[\s-]/g, '')
  return digits.replace(/^(?:\+86|0086|86(?=1\d{10}$))/, '')
}

const pattern = /^1[3-9]\d{9}$/

/** A mainland mobile number, normalised. `missing` is the error text when it is absent. */
export const Mobile = (missing: string) =>
  z
    .string(missing)
    .max(40, '请输入正确的手机号码')
    .transform(normalizeMobile)
    .pipe(z.string().min(1, missing).regex(pattern, '请输入正确的手机号码'))

/** A mobile in the form of an existing file: a clear number, or the file's own in the masked form it was shown in. */
export const MobileOrMasked = (missing: string, wrong = '请输入正确的手机号码') =>
  z
    .string(missing)
    .max(40, wrong)
    .transform((value) => (isMasked(value) ? value : normalizeMobile(value)))
    .pipe(
      z
        .string()
        .min(1, missing)
        .regex(/^1[3-9]\d(\d{4}|\*{4})\d{4}$/, wrong),
    )

/** One or several further numbers: digits, letters, spaces and hyphens. May be masked, like `MobileOrMasked`. */
export const SecondPhone = z
  .string()
  .max(100, '请输入合法的联系号码')
  .transform((value) => value.trim())
  .pipe(z.string().regex(/^[0-9A-Za-z\s*-]*$/, '请输入合法的联系号码'))
  .default('')
