import type { Content } from './store'
import type { Kept } from './types'

/** Whether a value counts as empty: fields use different empty values. */
const nothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const same = (left: unknown, right: unknown): boolean =>
  (nothing(left) && nothing(right)) || JSON.stringify(left) === JSON.stringify(right)

/** The fields that differ from the opened form; null for a field that was emptied. */
export function typedOf(values: Content, opened: Content, without: readonly string[] = []): Content {
  const names = new Set([...Object.keys(values), ...Object.keys(opened)])
  const typed = [...names].filter((name) => !without.includes(name) && !same(values[name], opened[name]))
  return Object.fromEntries(typed.map((name) => [name, nothing(values[name]) ? null : values[name]]))
}

/** A field's value from a draft; an emptied field gets the empty value of its type. */
export function valueOf(value: unknown, opened: unknown): unknown {
  if (value !== null) return value
  if (Array.isArray(opened)) return []
  return typeof opened === 'string' ? '' : undefined
}

/** Key of the content for data outside the form's fields. */
const besideKey = '(beside)'

/** Reads and fills the form's fields and the data beside them, in the format of drafts. */
export function createFields({ form, options, opened, besideAtFirst }: Kept) {
  const { extra } = options
  const all = (): Content => ({
    ...(form.getFieldsValue(true) as Content),
    ...(extra && { [besideKey]: extra.read() }),
  })
  return {
    typed: (): Content => typedOf(all(), { ...opened(), [besideKey]: besideAtFirst }, options.without),
    /** The present values of some fields; null for an empty one. */
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
          // Marks them as touched, so that they are not prefilled any more.
          touched: true,
          errors: [],
        })),
      )
      if (names.includes(besideKey)) extra?.restore(content[besideKey] ?? besideAtFirst)
    },
  }
}
