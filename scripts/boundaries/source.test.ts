import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { problemsOf, sourceRules } from './source.ts'
import type { SourceRule } from './source.ts'

const root = path.resolve(import.meta.dirname, '../..')

interface Plant {
  /** Path that each mistake is planted at. */
  readonly file: string
  readonly bad: readonly string[]
  readonly good: readonly string[]
}

/** Planted mistakes for each rule, and their legal twins. */
const plants: Record<keyof typeof sourceRules, Plant> = {
  rawSql: {
    file: 'server/src/customer/planted.repository.ts',
    bad: [
      'sql.raw(request.name)',
      'sql.raw(`order by ${column}`)',
      "sql['raw'](request.name)",
      'const columns = names.map(sql.raw)',
      'const { raw } = sql',
      "import { sql as s } from 'kysely'",
      'await db.executeQuery(CompiledQuery.raw(text, []))',
    ],
    good: ['sql`select ${name}`', "import { sql } from 'kysely'"],
  },
  sqlPlace: {
    file: 'server/src/customer/planted.service.ts',
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
    file: 'server/src/customer/planted.repository.ts',
    bad: [
      'const now = new Date()',
      'const at = Date.now()',
      'const at = globalThis.Date.now()',
      'const clock = Date.now',
      'const text = Date()',
    ],
    good: ['const day = new Date(seconds * 1000)', 'const { now } = context'],
  },
  databaseClock: {
    file: 'server/src/customer/planted.repository.ts',
    bad: ['sql`select id from deal where created_at < now()`', 'sql`${day} = current_date`'],
    good: ['sql`select id from deal where created_at < ${now}`', 'const at = app.now()'],
  },
  computerClock: {
    file: 'web/src/customer/Planted.tsx',
    bad: ['const at = Date.now()', 'useState(Date.now)', 'const day = new Date()', 'const today = dayjs()'],
    good: ['const at = nowMs()', 'const day = new Date(seconds * 1000)', 'const day = dayjs(date)'],
  },
  englishText: {
    file: 'web/src/customer/Planted.tsx',
    bad: [
      'const a = <p>No customers yet</p>',
      'const a = <Input placeholder="Search" />',
      "const a = <p>{'No customers yet'}</p>",
      "const a = <p>{isOpen ? 'Open' : '关闭'}</p>",
      'const a = <p>{`Customers`}</p>',
      "const a = <Input placeholder={isOpen ? '搜索' : 'Search'} />",
      "const columns = [{ title: 'Name' }]",
      "toast.success('Customer was saved')",
    ],
    good: [
      'const a = <p>Ctrl + Enter 保存</p>',
      'const a = <kbd>Esc</kbd>',
      'const a = <p className="sr-note">暂无</p>',
      "const a = <p>{isOpen ? '打开' : '关闭'}</p>",
      "const isSent = key === 'Enter'",
      "throw new Error('Field needs a form around it')",
    ],
  },
  ownClass: {
    file: 'web/src/customer/Planted.tsx',
    bad: [
      'const a = <p className="note">暂无</p>',
      'const a = <p className={isOpen ? "sr-note" : "closed"}>暂无</p>',
    ],
    good: [
      'const a = <p className="sr-note ant-card">暂无</p>',
      'const a = <p className={`sr-note sr-tone-${tone}`}>暂无</p>',
    ],
  },
  oneTip: {
    file: 'web/src/customer/Planted.tsx',
    bad: ["import { Button, Tooltip } from 'antd'", "import { Tooltip as Hint } from 'antd'"],
    good: ["import { Tip } from '../ui/Tip'", "import { Button } from 'antd'"],
  },
  mutedReason: {
    file: 'web/src/customer/Planted.tsx',
    bad: ['const a = <Button disabled={no} title="已停用" />'],
    good: ['const a = <TipButton tip="已停用" isBarred={no} />', 'const a = <Button disabled={no} />'],
  },
}

const problemsOfPlanted = (rule: SourceRule, file: string, text: string): string[] => {
  const folder = mkdtempSync(path.join(tmpdir(), 'showroom-source-'))
  try {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
    return problemsOf(rule, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe.each(Object.entries<SourceRule>(sourceRules))('%s', (name, rule) => {
  it('holds in the whole repository', () => {
    expect(problemsOf(rule, root)).toEqual([])
  })
  it('catches a planted mistake and passes its legal twin', () => {
    const { file, bad, good } = plants[name as keyof typeof plants]
    for (const text of bad) expect(problemsOfPlanted(rule, file, text), text).toHaveLength(1)
    for (const text of good) expect(problemsOfPlanted(rule, file, text), text).toEqual([])
  })
  it('has only exceptions that are needed and have a reason', () => {
    for (const [file, why] of Object.entries(rule.except ?? {})) {
      expect(why).not.toBe('')
      expect(problemsOf({ ...rule, files: file, except: {} }, root), file).not.toEqual([])
    }
  })
})
