/** Two people edit one record: whose change of which field stands. */

/** A record's values by their paths, in one spelling: what two of them must be compared by. */
export type FlatValues = ReadonlyMap<string, unknown>

export interface Reconciled {
  /** Paths whose value comes from the form; all others stay as they are now. */
  readonly mine: ReadonlySet<string>
  /** Paths that both changed, to different values. */
  readonly conflicts: readonly string[]
}

/**
 * Who changed what since the form was opened. Without the values of then, whatever differs counts as changed by both. `groups`: fields
 * that only make sense together; who changes one of them has changed all.
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
