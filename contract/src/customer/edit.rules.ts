import type { z } from 'zod'
import { judge } from '../kernel/judge.ts'
import { reconcile as reconcileBy } from '../kernel/reconcile.ts'
import type { FlatValues, Reconciled } from '../kernel/reconcile.ts'
import { Addition } from './add.schema.ts'
import { EditableCustomer } from './edit.schema.ts'

/** Merges concurrent edits of one customer file, field by field. */

/** Groups of fields that belong together: changing one counts as changing all. */
const groups: readonly (readonly string[])[] = [
  ['type', 'companyName'],
  ['fromSource', 'otherSource', 'newMediaImages'],
  ['businessType', 'buyCount', 'addPurchaseOldSeriesId'],
  ['buyProvince', 'buyCity', 'buyArea'],
  ['addition.province', 'addition.city', 'addition.area', 'addition.address'],
  ['addition.identifyType', 'addition.idNo'],
]

/** Normalises values for comparison. Values that break a rule of their field (possible in old files) stay unchanged. */
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

/** Determines which fields the form and others changed since it was opened. */
export const reconcile = (
  form: FlatValues,
  current: FlatValues,
  original: FlatValues | undefined,
): Reconciled => reconcileBy(form, current, original, groups)
