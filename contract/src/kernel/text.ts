import { z } from 'zod'
import { cleanLine, cleanName, cleanNumber } from './clean.ts'

/** Schemas of names that people type. */

export const numberInName = '姓名中不能包含电话号码'

/** Whether a name contains a phone number: seven digits in a row, ignoring separators. */
export const holdsNumber = (name: string): boolean =>
  /\d{7}/.test(cleanNumber(name).replaceAll(/[_,、/\\~:]/g, ''))

/**
 * A person's name in stored form: one line, no invisible characters, no phone number. `missing` is the error text when nothing is left of
 * it.
 */
export const PersonName = (missing: string, max = 50) =>
  z
    .string(missing)
    .overwrite(cleanName)
    .min(1, missing)
    .max(max, `不能超过${max}个字`)
    .refine((name) => !holdsNumber(name), numberInName)

/** A person's name without blanks. */
export const PlainName = (missing: string, max = 50) =>
  z
    .string(missing)
    .overwrite(cleanLine)
    .overwrite((name) => name.replaceAll(/\s/g, ''))
    .pipe(PersonName(missing, max))
