import { judge } from '../kernel/judge.ts'
import { reconcile } from '../kernel/reconcile.ts'
import type { FlatValues, Reconciled } from '../kernel/reconcile.ts'
import { completeModules } from './member.rules.ts'
import { EditableMember } from './member.schema.ts'

/** Merges concurrent edits of one member, field by field. */

/** Personnel account and position belong together: changing one counts as changing both. */
const groups: readonly (readonly string[])[] = [['siebelId', 'siebelPosition']]

/** Normalises a member's values for comparison. Hidden modules cannot be changed, so they are left out. */
export function flattenMember(values: Readonly<Record<string, unknown>>): FlatValues {
  const flat = new Map<string, unknown>()
  for (const [key, field] of Object.entries(EditableMember.shape)) {
    const { success, data } = judge(field, values[key])
    if (key === 'modules' && Array.isArray(data))
      flat.set(key, completeModules(data as string[], []).join(','))
    else if (Array.isArray(data)) flat.set(key, (data as number[]).toSorted((a, b) => a - b).join(','))
    else flat.set(key, success ? data : (values[key] ?? ''))
  }
  return flat
}

/** Determines which fields the form and others changed since it was opened. */
export const reconcileMember = (
  form: FlatValues,
  current: FlatValues,
  original: FlatValues | undefined,
): Reconciled => reconcile(form, current, original, groups)
