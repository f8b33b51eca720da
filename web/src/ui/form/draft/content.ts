import type { Content } from './store'
import type { Kept } from './types'

/** Nothing in a field is nothing, however the field says it. */
const nothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const same = (left: unknown, right: unknown): boolean =>
  (nothing(left) && nothing(right)) || JSON.stringify(left) === JSON.stringify(right)

/** What differs from what the form opened with; null for a field that was emptied. */
export function typedOf(values: Content, opened: Content, without: readonly string[] = []): Content {
  const names = new Set([...Object.keys(values), ...Object.keys(opened)])
  const typed = [...names].filter((name) => !without.includes(name) && !same(values[name], opened[name]))
  return Object.fromEntries(typed.map((name) => [name, nothing(values[name]) ? null : values[name]]))
}

/** A field's value out of a draft: an emptied one is empty in the way it was filled. */
export function valueOf(value: unknown, opened: unknown): unknown {
  if (value !== null) return value
  if (Array.isArray(opened)) return []
  return typeof opened === 'string' ? '' : undefined
}

/** Where the content holds what is outside of the form's fields. */
const besideKey = '(beside)'

/** The form's fields, and what it holds beside them, as a draft has them. */
export function createFields({ form, options, opened, besideAtFirst }: Kept) {
  const { beside } = options
  const all = (): Content => ({
    ...(form.getFieldsValue(true) as Content),
    ...(beside && { [besideKey]: beside.read() }),
  })
  return {
    typed: (): Content => typedOf(all(), { ...opened(), [besideKey]: besideAtFirst }, options.without),
    /** What stands in some of them; null for nothing. */
    now: (names: readonly string[]): Content => {
      const values = all()
      return Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
    },
    fill: (content: Content, names: readonly string[] = Object.keys(content)): void => {
      const first = opened()
      const fields = names.filter((name) => name !== besideKey)
      form.setFields(
        fields.map((name) => ({
          name: [name],
          value: valueOf(content[name] ?? null, first[name]),
          // Nothing prefills them any more.
          touched: true,
          errors: [],
        })),
      )
      if (names.includes(besideKey)) beside?.restore(content[besideKey] ?? besideAtFirst)
    },
  }
}
