import type { z } from 'zod'
import { judge } from '../kernel/judge.ts'
import { Addition } from './add.schema.ts'
import { EditableCustomer } from './edit.schema.ts'

/** Two people edit one file: whose change of which field stands. */

/** Fields that only make sense together: who changes one of them has changed all. */
const groups: readonly (readonly string[])[] = [
  ['type', 'companyName'],
  ['fromSource', 'otherSource', 'newMediaImages'],
  ['businessType', 'buyCount', 'addPurchaseOldSeriesId'],
  ['buyProvince', 'buyCity', 'buyArea'],
  ['addition.province', 'addition.city', 'addition.area', 'addition.address'],
  ['addition.identifyType', 'addition.idNo'],
]
const groupOf = (path: string): readonly string[] => groups.find((group) => group.includes(path)) ?? [path]

/** A file's values by their paths, in one spelling: what two of them must be compared by. */
export type FlatValues = ReadonlyMap<string, unknown>

/** Values that break a rule of their field (an old file may) are kept as they are. */
export function flatten(values: Readonly<Record<string, unknown>>): FlatValues {
  const flat = new Map<string, unknown>()
  const read = (
    prefix: string,
    shape: Readonly<Record<string, z.ZodType>>,
    from: Record<string, unknown>,
  ): void => {
    for (const [key, field] of Object.entries(shape)) {
      if (key === 'addition') {
        read('addition.', Addition.shape, (from['addition'] ?? {}) as Record<string, unknown>)
        continue
      }
      const { success, data } = judge(field, from[key])
      if (success) flat.set(prefix + key, Array.isArray(data) ? data.join(',') : data)
      else flat.set(prefix + key, from[key] ?? '')
    }
  }
  read('', EditableCustomer.shape, values)
  return flat
}

export interface Reconciled {
  /** Paths whose value comes from the form; all others stay as they are now. */
  readonly mine: ReadonlySet<string>
  /** Paths that both changed, to different values. */
  readonly conflicts: readonly string[]
}

/** Who changed what since the form was opened. Without the values of then, whatever differs counts as changed by both. */
export function reconcile(
  form: FlatValues,
  current: FlatValues,
  original: FlatValues | undefined,
): Reconciled {
  const mine = new Set<string>()
  const conflicts: string[] = []
  for (const path of form.keys()) {
    const group = groupOf(path)
    const differ = (a: FlatValues, b: FlatValues): boolean => group.some((one) => a.get(one) !== b.get(one))
    const changedByMe = !original || differ(form, original)
    if (!changedByMe || !differ(form, current)) continue
    mine.add(path)
    if ((!original || differ(current, original)) && form.get(path) !== current.get(path)) conflicts.push(path)
  }
  return { mine, conflicts }
}
