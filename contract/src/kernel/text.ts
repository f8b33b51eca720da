import { z } from 'zod'

/** Schemas of texts that people type. Only visible characters count. */

/** Characters that are invisible on screen: zero-width, control, direction marks, fillers. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u034f\u115f\u1160\u2800\u3164\uffa0]/gu

/** Trims a text; returns an empty text if nothing in it is visible. */
export const trimmed = (value: string): string =>
  value.replace(invisible, '').trim() === '' ? '' : value.trim()

export const numberInName = '姓名中不能包含电话号码'

/** Whether a name contains a phone number: seven digits in a row, ignoring separators. */
export const holdsNumber = (name: string): boolean =>
  /\d{7}/.test(name.normalize('NFKC').replaceAll(/[\s\-–—‐_.,，。、·•/\\()[\]【】~:]/g, ''))

/**
 * A person's name in stored form: one line, no invisible characters, no phone number. `missing` is the error text when nothing is left of
 * it.
 */
export const PersonName = (missing: string, max = 50) =>
  z
    .string(missing)
    .transform((value) => value.normalize('NFC').replace(invisible, '').trim())
    .pipe(
      z
        .string()
        .min(1, missing)
        .max(max, `不能超过${max}个字`)
        .refine((name) => !holdsNumber(name), numberInName),
    )
