import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { problemsIn, problemsOf, sourceRules } from './source.ts'
import type { SourceRule } from './source.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** One planted mistake per rule, and its legal twin. */
const plants: Record<keyof typeof sourceRules, { bad: readonly string[]; good: readonly string[] }> = {
  rawSql: {
    bad: ['sql.raw(request.name)', 'sql.raw(`order by ${column}`)'],
    good: ["sql.raw('for update')", 'sql`select ${name}`'],
  },
  sqlPlace: {
    bad: [
      "const row = await db.selectFrom('deal').selectAll().executeTakeFirst()",
      "await trx.insertInto('deal').values(row).execute()",
      "await db.updateTable('deal').set(row).execute()",
      "await context.db.deleteFrom('deal').execute()",
      "const made = db.with('made', (qb) => qb)",
      'const rows = await sql`select 1`.execute(db)',
      'const rows = await sql<Row>`select 1`.execute(db)',
      "const column = sql.ref('deal.id')",
      "const { rows } = await client.query('select 1')",
    ],
    good: [
      'const row = await findDeal(db, scope, dealId)',
      'const now = Temporal.Now.with({ day })',
      'const table = useQuery(asked)',
      'const found = request.query',
    ],
  },
  wallClock: {
    bad: ['const now = new Date()', 'const at = Date.now()'],
    good: ['const day = new Date(seconds * 1000)', 'const { now } = context'],
  },
  computerClock: {
    bad: ['const at = Date.now()', 'useState(Date.now)', 'const day = new Date()', 'const today = dayjs()'],
    good: ['const at = nowMs()', 'const day = new Date(seconds * 1000)', 'const day = dayjs(date)'],
  },
  englishText: {
    bad: ['const a = <p>No customers yet</p>', 'const a = <Input placeholder="Search" />'],
    good: [
      'const a = <p>Ctrl + Enter 保存</p>',
      'const a = <kbd>Esc</kbd>',
      'const a = <p className="sr-note">暂无</p>',
    ],
  },
}

describe.each(Object.entries<SourceRule>(sourceRules))('%s', (name, rule) => {
  it('holds in the whole repository', () => {
    expect(problemsOf(rule, root)).toEqual([])
  })
  it('catches a planted mistake and passes its legal twin', () => {
    const { bad, good } = plants[name as keyof typeof plants]
    for (const text of bad) expect(problemsIn(rule, 'a.tsx', text), text).toHaveLength(1)
    for (const text of good) expect(problemsIn(rule, 'a.tsx', text), text).toEqual([])
  })
  it('has only exceptions that are needed and have a reason', () => {
    for (const [file, why] of Object.entries(rule.except ?? {})) {
      expect(why).not.toBe('')
      expect(problemsOf({ ...rule, files: file, except: {} }, root), file).not.toEqual([])
    }
  })
})
