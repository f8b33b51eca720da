import type { FlatValues, Reconciled } from '@showroom/contract/kernel/reconcile'
import type { Compared, Side } from './ConflictDialog'

/** Resolves edits of one record by two people: what is compared side by side, and which values the form takes. */

/** A line of the comparison: one thing to the user, possibly several fields. */
export interface ComparedRow<Record_, Form, Names> {
  readonly key: string
  readonly label: string
  /** Paths of the wire; they only make sense together. */
  readonly paths: readonly string[]
  /** The form's fields that hold them. */
  readonly fields: readonly (keyof Form)[]
  readonly text: (record: Record_, names: Names) => string
}

/** Three versions of a record: as in the form, as it is now, and as it was when the form opened. */
export interface Versions<Record_> {
  readonly mine: Record_
  readonly current: Record_
  readonly original: Record_
}

export interface Comparison {
  /** Fields changed by both, which the user has to choose between. */
  readonly conflicts: readonly Compared[]
  /** Fields changed by the other person only; their values are kept. */
  readonly theirs: readonly Compared[]
}

interface Compares<Record_, Form, Names> {
  /** All fields of a record, in the order of the form. */
  readonly rows: readonly ComparedRow<Record_, Form, Names>[]
  readonly flatten: (record: Record_) => FlatValues
  readonly reconcile: (form: FlatValues, current: FlatValues, original: FlatValues) => Reconciled
  readonly formOf: (record: Record_) => Partial<Form>
}

/** Creates the comparison for one kind of record. */
export function comparing<Record_, Form extends object, Names>(kind: Compares<Record_, Form, Names>) {
  const { rows, flatten, reconcile, formOf } = kind
  type Row = ComparedRow<Record_, Form, Names>
  const has = (paths: readonly string[], row: Row): boolean => row.paths.some((path) => paths.includes(path))

  function sort({ mine, current, original }: Versions<Record_>, conflicts: readonly string[]) {
    const flat = { mine: flatten(mine), current: flatten(current), original: flatten(original) }
    const changed = [...reconcile(flat.mine, flat.current, flat.original).mine]
    return {
      conflicts: rows.filter((row) => has(conflicts, row)),
      theirs: rows.filter((row) => !has(conflicts, row) && !has(changed, row)),
      differs: (row: Row) => row.paths.some((path) => flat.current.get(path) !== flat.original.get(path)),
    }
  }
  return {
    /** Compares three versions; `conflicts` are the paths named by the server. */
    compare(this: void, versions: Versions<Record_>, conflicts: readonly string[], names: Names): Comparison {
      const sorted = sort(versions, conflicts)
      const compared = ({ key, label, text }: Row): Compared => ({
        key,
        label,
        mine: text(versions.mine, names),
        current: text(versions.current, names),
        original: text(versions.original, names),
      })
      return {
        conflicts: sorted.conflicts.map(compared),
        theirs: sorted.theirs.filter(sorted.differs).map(compared),
      }
    },
    /**
     * Returns the values to put into the form: the current value where the user picked it, or where only the other
     * person changed the field.
     */
    settle(
      this: void,
      versions: Versions<Record_>,
      conflicts: readonly string[],
      picks: Readonly<Record<string, Side>>,
    ): Partial<Form> {
      const sorted = sort(versions, conflicts)
      const taken = [
        ...sorted.theirs.filter(sorted.differs),
        ...sorted.conflicts.filter(({ key }) => picks[key] === 'current'),
      ]
      const current = formOf(versions.current)
      const fields = taken.flatMap((row) => row.fields.map((field) => [field, current[field]]))
      return Object.fromEntries(fields) as Partial<Form>
    },
  }
}
