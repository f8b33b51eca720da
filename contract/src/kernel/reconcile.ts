/** Merges two people's edits of one record, field by field. */

/** A record's values by path, normalised so that they can be compared. */
export type FlatValues = ReadonlyMap<string, unknown>

export interface Reconciled {
  /** Paths whose value comes from the form; all others keep their current value. */
  readonly mine: ReadonlySet<string>
  /** Paths that both people changed, to different values. */
  readonly conflicts: readonly string[]
}

/**
 * Compares a form with the current record and with the values it was opened with. Without those original values, every difference counts as
 * changed by both. `groups` lists fields that only make sense together: a change of one counts as a change of all.
 */
export function reconcile(
  form: FlatValues,
  current: FlatValues,
  original: FlatValues | undefined,
  groups: readonly (readonly string[])[] = [],
): Reconciled {
  const mine = new Set<string>()
  const conflicts: string[] = []
  for (const path of form.keys()) {
    const group = groups.find((one) => one.includes(path)) ?? [path]
    const differ = (a: FlatValues, b: FlatValues): boolean => group.some((one) => a.get(one) !== b.get(one))
    const changedByMe = !original || differ(form, original)
    if (!changedByMe || !differ(form, current)) continue
    mine.add(path)
    if ((!original || differ(current, original)) && form.get(path) !== current.get(path)) conflicts.push(path)
  }
  return { mine, conflicts }
}
