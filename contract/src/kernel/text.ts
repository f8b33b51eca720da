import { z } from 'zod'

/** Texts that people type: what is seen of them is what counts. */

/** Characters that take no room on the screen: without width, control, direction, fillers. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u034f\u115f\u1160\u2800\u3164\uffa0]/gu

/** A text without what stands around it; empty where nothing of it can be seen. */
export const trimmed = (value: string): string =>
  value.replace(invisible, '').trim() === '' ? '' : value.trim()

export const numberInName = '姓名中不能包含电话号码'

/** Whether somebody wrote a number into a name: seven digits in a row, whatever stands between them. */
export const holdsNumber = (name: string): boolean =>
  /\d{7}/.test(name.normalize('NFKC').replaceAll(/[\s\-–—‐_.,，。、·•/\\()[\]【】~:]/g, ''))

/** A person's name as it is stored: one line, nothing invisible, no telephone number. `missing` is shown when nothing is left of it. */
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
