import { judge } from '../kernel/judge.ts'
import { reconcile as reconcileBy } from '../kernel/reconcile.ts'
import type { FlatValues, Reconciled } from '../kernel/reconcile.ts'
import { OrderForm } from './form.schema.ts'
import type { OrderLineForm } from './line.schema.ts'

/** Merges the edits of two members to one order, field by field. */

/** Fields that belong together: a change of one counts as a change of all. */
const groups: readonly (readonly string[])[] = [
  ['customerType', 'name', 'contactName', 'licenseType', 'licenseNumber'],
  ['province', 'city', 'area', 'address'],
  ['deliverDate', 'nextFollowDate'],
]

/** The lines count as one value: a change of one line is a change of all. */
const linesText = (lines: readonly OrderLineForm[]): string =>
  JSON.stringify(lines.map(({ orderNo, specId, skuId, num, price }) => [orderNo, specId, skuId, num, price]))

/** Maps field names to the form's values. Values that break their field's rule, as in a quick order, are kept unchanged. */
export function flatten(values: Readonly<Record<string, unknown>>): Map<string, unknown> {
  return new Map(
    Object.entries(OrderForm.shape).map(([key, field]) => {
      const { success, data } = judge(field, values[key])
      const value = success ? data : (values[key] ?? '')
      return [
        key,
        key === 'subOrderInfos' && Array.isArray(value) ? linesText(value as OrderLineForm[]) : value,
      ]
    }),
  )
}

/** Compares the form, the current order and the values at opening, and returns which side changed each field. */
export const reconcile = (
  form: FlatValues,
  current: FlatValues,
  original: FlatValues | undefined,
): Reconciled => reconcileBy(form, current, original, groups)
