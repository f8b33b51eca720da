import { judge } from '../kernel/judge.ts'
import { reconcile } from '../kernel/reconcile.ts'
import type { FlatValues, Reconciled } from '../kernel/reconcile.ts'
import { settleModules } from './member.rules.ts'
import { EditableMember } from './member.schema.ts'

/** Two people edit one member: whose change of which field stands. */

/** Personnel account and position only make sense together. */
const groups: readonly (readonly string[])[] = [['siebelId', 'siebelPosition']]

/** A member's values in one spelling. Hidden modules are nobody's to change, so they are left out. */
export function flattenMember(values: Readonly<Record<string, unknown>>): FlatValues {
  const flat = new Map<string, unknown>()
  for (const [key, field] of Object.entries(EditableMember.shape)) {
    const { success, data } = judge(field, values[key])
    if (key === 'modules' && Array.isArray(data)) flat.set(key, settleModules(data as string[], []).join(','))
    else if (Array.isArray(data)) flat.set(key, (data as number[]).toSorted((a, b) => a - b).join(','))
    else flat.set(key, success ? data : (values[key] ?? ''))
  }
  return flat
}

/** Who changed what of a member since the form was opened. */
export const reconcileMember = (
  form: FlatValues,
  current: FlatValues,
  original: FlatValues | undefined,
): Reconciled => reconcile(form, current, original, groups)
