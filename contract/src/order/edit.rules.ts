import { judge } from '../kernel/judge.ts'
import { reconcile as reconcileBy } from '../kernel/reconcile.ts'
import type { FlatValues, Reconciled } from '../kernel/reconcile.ts'
import { OrderForm } from './form.schema.ts'
import type { OrderLineForm } from './line.schema.ts'

/** Two people edit one order: whose change of which field stands. */

/** Fields that only make sense together: who changes one of them has changed all. */
const groups: readonly (readonly string[])[] = [
  ['customerType', 'name', 'contactName', 'licenseType', 'licenseNumber'],
  ['province', 'city', 'area', 'address'],
  ['deliverDate', 'nextFollowDate'],
]

/** The lines are one value: whoever changes one of them has changed all. */
const linesText = (lines: readonly OrderLineForm[]): string =>
  JSON.stringify(lines.map(({ orderNo, specId, skuId, num, price }) => [orderNo, specId, skuId, num, price]))

/** The form's values by their names. Those that break a rule of their field (a quick order's may) are kept as they are. */
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

/** Who changed what of an order since the form was opened. */
export const reconcile = (
  form: FlatValues,
  current: FlatValues,
  original: FlatValues | undefined,
): Reconciled => reconcileBy(form, current, original, groups)
