import type { DateRange } from '@showroom/contract/kernel/wire'
import { z } from 'zod'
import { anyDay, daysIn, rangeOf, readRange } from './dayRange'
import type { Raw } from './listSearch'

/** Kinds of filter fields. A list declares a table of them; listFields.ts derives the rest. */

export type FieldKind = 'days' | 'ids' | 'words' | 'code' | 'choice' | 'flag' | 'tab' | 'order'

export interface ListField<Kind extends FieldKind, Value, Sent> {
  readonly kind: Kind
  /** Short key in the address. */
  readonly key: string
  /** Name of the filter. Empty for tabs and orders, because they choose a view instead of hiding rows. */
  readonly label: string
  /** The default value, which the address omits. */
  readonly usual: Value
  /**
   * Parses the raw value of the address; an invalid one is dropped instead of breaking the page.
   */
  readonly schema: () => z.ZodType<Raw>
  /** Converts the value of the address; undefined if it is missing or unknown. */
  readonly read: (raw: Raw) => Value | undefined
  readonly write: (value: Value) => string | number
  /** The value to send to the query. */
  readonly send: (value: Value) => Sent
  /** Keeps its value when the filters are reset. */
  readonly isKept: boolean
}

/** An option defined by the query itself; options from dictionaries come from the server. */
export interface Choice {
  readonly value: number
  readonly label: string
}

export type DaysField = ListField<'days', string, DateRange> & {
  /** The longest range in calendar days; a range with a limit is never open. */
  readonly most: number | undefined
}
export type ChoiceField = ListField<'choice', number, number> & { readonly choices: readonly Choice[] }

/** Schema of a word, ids or a range. A single id arrives as a number, because the router puts no quotes around it. */
const word = () =>
  z
    .union([z.string().max(400), z.number()])
    .transform(String)
    .optional()
    .catch(undefined)

/** Schema of a number from 0 to `max`. */
export const number = (max: number) =>
  z.coerce
    .number()
    .int()
    .min(0)
    .max(max)
    // "-0" is valid too; this makes it 0, as the address writes it.
    .transform((value) => value + 0)
    .optional()
    .catch(undefined)

interface DaysOptions {
  most?: number
}

/** A range of days in the format of dayRange.ts. `usual` is '' for any day. */
export const days = (key: string, label: string, usual = '', options: DaysOptions = {}): DaysField => {
  const { most } = options
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

/** Several ids of members or series, or codes of a dictionary. */
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

/** Several of the given words. */
export const words = (
  key: string,
  label: string,
  names: readonly string[],
): ListField<'words', string[], string> => ({
  kind: 'words',
  key,
  label,
  ...several,
  read: (raw) => [...new Set(String(raw ?? '').split(','))].filter((one) => names.includes(one)),
})

const oneNumber = (max: number) => ({
  usual: 0,
  schema: () => number(max),
  isKept: false,
  read: (raw: Raw): number | undefined => (typeof raw === 'number' ? raw : undefined),
  write: (value: number): number => value,
  send: (value: number): number => value,
})

/** One code of a dictionary or one id, up to `max`; 0 is all. */
export const code = (key: string, label: string, max: number): ListField<'code', number, number> => ({
  kind: 'code',
  key,
  label,
  ...oneNumber(max),
})

/** One of the query's own codes; 0 is all. */
export const choice = (key: string, label: string, choices: readonly Choice[]): ChoiceField => ({
  kind: 'choice',
  key,
  label,
  choices,
  ...oneNumber(Math.max(...choices.map(({ value }) => value))),
})

/** 1 shows only matching rows, 0 all. */
export const flag = (key: string, label: string): ListField<'flag', number, number> => ({
  kind: 'flag',
  key,
  label,
  ...oneNumber(1),
})

/** The chosen tab: one of the given values. The first is the default unless `usual` names another. */
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

/** Marks a field that the query does not have; the list sends it by the `send` option. */
export const own = <Field extends object>(field: Field): Field & { readonly isOwn: true } => ({
  ...field,
  isOwn: true,
})

/** The sort order: the query's codes from 0 to `max`. */
export const order = (key: string, max: number): ListField<'order', number, number> => ({
  kind: 'order',
  key,
  label: '',
  ...oneNumber(max),
  isKept: true,
})
