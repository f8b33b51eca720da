import type { z } from 'zod'
import { judge } from '../kernel/judge.ts'
import { reconcile as reconcileBy } from '../kernel/reconcile.ts'
import type { FlatValues, Reconciled } from '../kernel/reconcile.ts'
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

/** Who changed what of a file since the form was opened. */
export const reconcile = (
  form: FlatValues,
  current: FlatValues,
  original: FlatValues | undefined,
): Reconciled => reconcileBy(form, current, original, groups)
