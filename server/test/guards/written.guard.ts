import { isOfTests, shorten } from './statement.ts'
import type { Guard } from './statement.ts'

/**
 * Columns that a statement writes itself, because the trigger that filled them reads another table, which Citus does
 * not allow (docs/decisions/0085). `with` limits the rule to statements that write this column, too.
 */
const rules: readonly {
  readonly table: string
  readonly verb: 'insert' | 'update'
  readonly with?: string
  readonly needs: readonly string[]
}[] = [
  { table: 'activity', verb: 'insert', needs: ['from_source'] },
  { table: 'lead', verb: 'insert', with: 'customer_id', needs: ['deal_id'] },
  { table: 'lead', verb: 'update', with: 'customer_id', needs: ['deal_id'] },
  { table: 'vehicle_order', verb: 'insert', needs: ['from_source', 'other_source'] },
  { table: 'vehicle_order', verb: 'update', with: 'deal_id', needs: ['from_source', 'other_source'] },
  { table: 'visit', verb: 'insert', needs: ['deal_id', 'owner_id'] },
]

/** A statement leaves no column to a trigger that reads another table. */
export function createWrittenGuard(): Guard {
  const problems = new Set<string>()
  return {
    see({ text, uses, file }) {
      for (const { table, verb, columns } of uses)
        for (const rule of rules) {
          if (rule.table !== table || rule.verb !== verb) continue
          if (rule.with !== undefined && !columns.includes(rule.with)) continue
          const missing = rule.needs.filter((column) => !columns.includes(column))
          const from = missing.length > 0 ? file() : undefined
          if (missing.length === 0 || (from && (isOfTests(from) || from.startsWith('src/seed/')))) continue
          problems.add(
            `${from ?? 'an unknown file'} leaves ${missing.join()} of ${table} to a trigger: ${shorten(text)}`,
          )
        }
    },
    problems: () => [...problems],
  }
}
