import { z } from 'zod'
import { isMasked } from './masked.ts'

/** A number as it is stored: full-width digits made half-width, spaces and hyphens dropped, +86 / 0086 / 86 cut. */
export function normalizeMobile(raw: string): string {
  const digits = raw.normalize('NFKC').replace(/[\s-]/g, '')
  return digits.replace(/^(?:\+86|0086|86(?=1\d{10}$))/, '')
}

const pattern = /^1[3-9]\d{9}$/

/** A mainland mobile number, normalised. `missing` is shown when it is absent. */
export const Mobile = (missing: string) =>
  z
    .string(missing)
    .max(40, '请输入正确的手机号码')
    .transform(normalizeMobile)
    .pipe(z.string().min(1, missing).regex(pattern, '请输入正确的手机号码'))

/** For a file that exists: its own mobile, masked as it was shown, or a clear one. */
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

/** A second number, or several: digits, letters, spaces and hyphens; masked as `MobileOrMasked`. */
export const SecondPhone = z
  .string()
  .max(100, '请输入合法的联系号码')
  .transform((value) => value.trim())
  .pipe(z.string().regex(/^[0-9A-Za-z\s*-]*$/, '请输入合法的联系号码'))
  .default('')
