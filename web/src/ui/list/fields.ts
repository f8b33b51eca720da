import type { DateRange } from '@showroom/contract/kernel/wire'
import { z } from 'zod'
import { anyDay, daysIn, rangeOf, readRange, shortcutDays } from './dayRange'

/** The kinds of fields a list is filtered by. A table of them is all that a list says about its filters: listFields.ts makes the rest. */

/** A value of the address. */
export type Raw = string | number | undefined

export type FieldKind = 'days' | 'ids' | 'words' | 'code' | 'choice' | 'flag' | 'tab' | 'order'

export interface ListField<Kind extends FieldKind, Value, Sent> {
  readonly kind: Kind
  /** Its short key in the address. */
  readonly key: string
  /** The filter's name; tabs and orders have none: they say what one looks at, not what is left out of it. */
  readonly label: string
  /** The value that the address leaves out. */
  readonly usual: Value
  /** Of its value in the address. One that makes no sense is dropped instead of breaking the page. */
  readonly schema: z.ZodType<Raw>
  /** The value of the address; nothing where it says none that there is. */
  readonly read: (raw: Raw) => Value | undefined
  readonly write: (value: Value) => string | number
  /** What the call is sent. */
  readonly send: (value: Value) => Sent
  /** Stays when the filters are reset. */
  readonly isKept: boolean
}

/** An option of the list call itself; those of dictionaries come from the server. */
export interface Choice {
  readonly value: number
  readonly label: string
}

export type DaysField = ListField<'days', string, DateRange> & {
  /** The days of its presets: today and that many before it. */
  readonly shortcuts: readonly number[]
  /** The longest range, in calendar days; a range with a limit is never open. */
  readonly most: number | undefined
}
export type ChoiceField = ListField<'choice', number, number> & { readonly choices: readonly Choice[] }

/** A word, ids, a range. A lone id comes as a number: the router puts no quotes around that. */
const word = z
  .union([z.string().max(400), z.number()])
  .transform(String)
  .optional()
  .catch(undefined)

/** A number from 0 to `max`. */
export const number = (max: number) =>
  z.coerce
    .number()
    .int()
    .min(0)
    .max(max)
    // "-0" is a number, too: the address made of it says 0.
    .transform((value) => value + 0)
    .optional()
    .catch(undefined)

interface DaysOptions {
  shortcuts?: readonly number[]
  most?: number
}

/** A range of days, as dayRange.ts has it. `usual` is '' for any day. */
export const days = (key: string, label: string, usual = '', options: DaysOptions = {}): DaysField => {
  const { shortcuts = shortcutDays, most } = options
  const read = (raw: Raw): string | undefined => {
    if (raw === anyDay && most === undefined) return ''
    const range = readRange(String(raw ?? ''))
    return range && (most === undefined || daysIn(range) <= most) ? range : undefined
  }
  return {
    kind: 'days',
    key,
    label,
    usual,
    shortcuts,
    most,
    schema: word,
    isKept: false,
    read,
    write: (range) => range || anyDay,
    send: (range) => rangeOf(range),
  }
}

const several = {
  usual: [],
  schema: word,
  isKept: false,
  write: (value: readonly (string | number)[]): string => value.join(','),
  send: (value: readonly (string | number)[]): string => value.join(','),
}

/** Several ids of members, series, or codes of a dictionary. */
export const ids = (key: string, label: string): ListField<'ids', number[], string> => ({
  kind: 'ids',
  key,
  label,
  ...several,
  read: (raw) =>
    [
      ...new Set(
        String(raw ?? '')
          .split(',')
          .map(Number),
      ),
    ].filter((id) => Number.isSafeInteger(id) && id > 0),
})

/** Several of those words. */
export const words = (
  key: string,
  label: string,
  known: readonly string[],
): ListField<'words', string[], string> => ({
  kind: 'words',
  key,
  label,
  ...several,
  read: (raw) => [...new Set(String(raw ?? '').split(','))].filter((one) => known.includes(one)),
})

const oneNumber = (max: number) => ({
  usual: 0,
  schema: number(max),
  isKept: false,
  read: (raw: Raw): number | undefined => (typeof raw === 'number' ? raw : undefined),
  write: (value: number): number => value,
  send: (value: number): number => value,
})

/** One code of a dictionary, or one id, up to `max`; 0 is all. */
export const code = (key: string, label: string, max: number): ListField<'code', number, number> => ({
  kind: 'code',
  key,
  label,
  ...oneNumber(max),
})

/** One of the list call's own codes; 0 is all. */
export const choice = (key: string, label: string, choices: readonly Choice[]): ChoiceField => ({
  kind: 'choice',
  key,
  label,
  choices,
  ...oneNumber(Math.max(...choices.map(({ value }) => value))),
})

/** 1 to see only those, 0 for all. */
export const flag = (key: string, label: string): ListField<'flag', number, number> => ({
  kind: 'flag',
  key,
  label,
  ...oneNumber(1),
})

/** What one looks at: one of those values, the first unless another is the usual one. */
export const tab = (
  key: string,
  values: readonly number[],
  { isKept = true, usual = values[0] ?? 0 } = {},
): ListField<'tab', number, number> => ({
  kind: 'tab',
  key,
  label: '',
  ...oneNumber(Math.max(...values)),
  usual,
  isKept,
  read: (raw) => values.find((one) => one === raw),
})

/** A field that the call does not know by that name: the list says what becomes of it (`send` of its options). */
export const own = <Field extends object>(field: Field): Field & { readonly isOwn: true } => ({
  ...field,
  isOwn: true,
})

/** In which order: the call's codes from 0 to `max`. */
export const order = (key: string, max: number): ListField<'order', number, number> => ({
  kind: 'order',
  key,
  label: '',
  ...oneNumber(max),
  isKept: true,
})
