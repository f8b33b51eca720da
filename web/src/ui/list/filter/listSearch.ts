/** A value in the address. */
export type Raw = string | number | undefined

/** The address of a list: the chosen values by the fields' keys. */
export type ListSearch = { [key: string]: Raw }

const isRaw = (value: unknown): value is Raw =>
  typeof value === 'string' ? value.length <= 400 : Number.isSafeInteger(value) && Number(value) >= 0

/**
 * Reads the address of any list for its route. The page drops unknown and invalid values by its table, which the first
 * script thus leaves out.
 */
export const readListSearch = (raw: Readonly<Record<string, unknown>>): ListSearch =>
  Object.fromEntries(Object.entries(raw).filter((entry): entry is [string, Raw] => isRaw(entry[1])))
