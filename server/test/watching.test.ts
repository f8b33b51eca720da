import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { rooms } from '@showroom/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { variableNames } from '../src/platform/config/config.ts'
import { buildMember } from '../src/team/team.factory.ts'
import type { Jobs } from '../src/platform/jobs/jobs.ts'
import { createTestApp } from './app.ts'
import type { TestApp } from './app.ts'
import { scrape, seriesOf } from './recount/series.ts'
import type { Series } from './recount/series.ts'
import { signIn, storedHash } from './sign-in.ts'
import { startTwoJobs } from './cluster/two-jobs.ts'

/** Compares `/metrics` with what the alert rules and the dashboard of `deploy` read from it. */

const root = path.resolve(import.meta.dirname, '../..')
const rulesFile = path.join(root, 'deploy/prometheus/alerts.yml')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const hasPromtool = spawnSync('which', ['promtool']).status === 0

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly action: string }
}
const rules = (parse(read('deploy/prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
)

interface Panel {
  readonly id: number
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets?: readonly { readonly expr: string; readonly datasource: { readonly uid: string } }[]
}
const { panels } = JSON.parse(read('deploy/grafana/dashboard.json')) as { panels: readonly Panel[] }
const queries = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => [title, expr.replaceAll('$__rate_interval', '5m')] as const),
)
const expressions = [...rules.map(({ alert, expr }) => [alert, expr] as const), ...queries]

/** Series a minute apart, by alert: one situation in which it fires. */
const faults: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ShowroomInstanceDown: { 'up{job="showroom",instance="a"}': '0x100' },
  ShowroomDatabaseAway: { showroom_database_away: '1x100' },
  ShowroomDatabaseReadOnly: { showroom_database_read_only: '1x100' },
  // A minute after each refused write.
  ShowroomDatabaseFull: { showroom_database_full: '0 0x84 1 0 0x20' },
  ShowroomListenDown: { showroom_listen_up: '0x100' },
  ShowroomJobLate: { 'showroom_job_late_seconds{name="wake"}': '0+60x100' },
  ShowroomQueueDelayed: { 'showroom_queue_delay_seconds{queue="leads"}': '0+60x100' },
  ShowroomOutsideDown: { 'showroom_outside_failures{system="sms"}': '3x100' },
  ShowroomLeadDeliveriesFailing: { showroom_lead_deliveries_failing: '2x100' },
  ShowroomErrors: {
    'showroom_requests_total{status="200"}': '0+600x100',
    'showroom_requests_total{status="500"}': '0+12x100',
  },
  ShowroomSlow: {
    'showroom_request_seconds_bucket{le="1"}': '0+90x100',
    'showroom_request_seconds_bucket{le="2.5"}': '0+100x100',
    'showroom_request_seconds_bucket{le="+Inf"}': '0+100x100',
  },
  ShowroomRetriesRising: {
    showroom_transactions_crossed_total: '0+60x100',
    showroom_transactions_stale_total: '0x100',
    showroom_transactions_overtaken_total: '0+60x100',
  },
  ShowroomPoolWaiting: { 'showroom_database_connections{state="waiting"}': '3x100' },
  ShowroomDataDiskLow: { showroom_data_disk_free_bytes: '5x100', showroom_data_disk_size_bytes: '100x100' },
  ShowroomBackupFailed: { 'showroom_backup_failed{of="database"}': '1x100' },
  ShowroomBackupOld: { 'showroom_backup_age_seconds{of="files"}': '90000+60x100' },
  ShowroomBackupDelayed: { showroom_backup_wal_delay_seconds: '0+60x100' },
  ShowroomMigrationsPending: { 'showroom_migrations{state="pending"}': '1x100' },
  ShowroomTwoReleases: {
    'showroom_info{version="1.0.0",instance="a"}': '1x100',
    'showroom_info{version="1.1.0",instance="b"}': '1x100',
  },
}
/** A busy hour without a fault, with single errors, retries and waits. */
const calm: Readonly<Record<string, string>> = {
  'up{job="showroom",instance="a"}': '1x100',
  showroom_database_away: '0x100',
  showroom_database_read_only: '0x100',
  showroom_database_full: '0x100',
  showroom_listen_up: '1x100',
  'showroom_job_late_seconds{name="wake"}': '20x100',
  'showroom_queue_delay_seconds{queue="leads"}': '10x100',
  'showroom_outside_failures{system="sms"}': '0 1 2 0 0x96',
  showroom_lead_deliveries_failing: '0x100',
  'showroom_requests_total{status="200"}': '0+600x100',
  'showroom_requests_total{status="500"}': '0+1x100',
  'showroom_request_seconds_bucket{le="1"}': '0+99x100',
  'showroom_request_seconds_bucket{le="2.5"}': '0+100x100',
  'showroom_request_seconds_bucket{le="+Inf"}': '0+100x100',
  showroom_transactions_crossed_total: '0+1x100',
  showroom_transactions_stale_total: '0x100',
  showroom_transactions_overtaken_total: '0+1x100',
  'showroom_database_connections{state="waiting"}': '0 4 0 0 0 0x95',
  showroom_data_disk_free_bytes: '40x100',
  showroom_data_disk_size_bytes: '100x100',
  'showroom_backup_failed{of="database"}': '0x100',
  'showroom_backup_age_seconds{of="database"}': '80000+60x100',
  showroom_backup_wal_delay_seconds: '20x100',
  'showroom_migrations{state="pending"}': '0x100',
  'showroom_info{version="1.1.0",instance="a"}': '1x100',
  'showroom_info{version="1.1.0",instance="b"}': '1x100',
}

/** Messages of the log, in the server's source. A template ends at its first value. */
const logged = new Set(
  globSync('server/src/**/*.ts', { cwd: root }).flatMap((file) =>
    [
      ...read(file).matchAll(
        /\blog\.(?:info|warn|error)\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*?['`]([^'`$]+)['`$]/g,
      ),
    ].map(([, text = '']) => text.trim()),
  ),
)
const commands = new Set(
  [...read('server/src/showroom.main.ts').matchAll(/^ {2}'?([a-z-]+)'?: \{/gm)].map(([, name]) => name),
)
const units = globSync('deploy/*/*.{service,timer}', { cwd: root }).map((file) => path.basename(file))

/** Sources of the web client and its menus, where the names of pages are. */
const pages = globSync('{web,contract}/src/**/!(*.test).{ts,tsx}', { cwd: root }).map(read).join('')

/** Lists names in the advice of an alert that the product does not have. */
async function absentOf(action: string): Promise<string[]> {
  const lines = [...action.matchAll(/"([^"]+)"/g)].map(([, text = '']) => text)
  const isUnit = (text: string): boolean => text.startsWith('showroom') && text.endsWith('*')
  const named = (pattern: RegExp): string[] => [...action.matchAll(pattern)].map(([one]) => one)
  const exists = async (name: string): Promise<boolean> => {
    const [table, column] = name.split('.')
    const { rows } = await sql`
      select from pg_settings where ${column ?? null}::text is null and name = ${table}
      union all select where ${column ?? null}::text is null and to_regclass(${table}) is not null
      union all select from information_schema.columns where table_name = ${table} and column_name = ${column ?? null}`.execute(
      app.db,
    )
    return rows.length > 0
  }
  const absent = [
    ...lines.filter((text) => !isUnit(text) && !logged.has(text)),
    ...named(/\bshowroom (?!-)[a-z-]+/g).filter((one) => !commands.has(one.slice('showroom '.length))),
    ...named(/\bdocs\/[\w.-]+\.md/g).filter((file) => !existsSync(path.join(root, file))),
    ...lines.filter((text) => isUnit(text) && !units.some((unit) => unit.startsWith(text.slice(0, -1)))),
  ]
  for (const name of named(/\b[a-z]+_[a-z_]+(?:\.[a-z_]+)?/g)) if (!(await exists(name))) absent.push(name)
  absent.push(...named(/[\u4E00-\u9FFF]+/g).filter((page) => !pages.includes(page)))
  return [...absent, ...named(/\b[A-Z]+_[A-Z_]+\b/g).filter((name) => !variableNames.includes(name))]
}

/** Labels that Prometheus adds at each scrape. */
const added = ['job', 'instance']

/** Names, labels and values of an expression that the series lack. */
function missing(expr: string, series: Series): string[] {
  const problems: string[] = []
  const labels = new Set(added)
  for (const [, name = '', inner = ''] of expr.matchAll(
    /\b((?:showroom|process|nodejs)_\w+)(?:\{([^}]*)\})?/g,
  )) {
    const samples = series.get(name) ?? []
    if (samples.length === 0) problems.push(name)
    for (const one of samples) for (const label of Object.keys(one.labels)) labels.add(label)
    for (const [, label = '', sign, value] of inner.matchAll(/(\w+)(=~|!=|=)"([^"]*)"/g)) {
      if (added.includes(label)) continue
      const values = samples.map((one) => one.labels[label])
      const isThere = sign === '=' ? values.includes(value) : values.some((one) => one !== undefined)
      if (!isThere) problems.push(`${name}{${label}${sign}"${value}"}`)
    }
  }
  for (const [, list = ''] of expr.matchAll(/\bby \(([^)]*)\)/g))
    for (const label of list.split(/, ?/)) if (!labels.has(label)) problems.push(`by (${label}) of ${expr}`)
  return problems
}

let app: TestApp
let jobs: Jobs

beforeAll(async () => {
  app = await createTestApp()
  jobs = await startTwoJobs(app)
}, 60_000)
afterAll(async () => {
  await jobs.stop()
  await app.close()
})

describe('the alert rules and the dashboard', () => {
  it('read series and labels that the server has', async () => {
    const { metrics } = app.app
    metrics.smsSent('first', 'sent')
    metrics.webhookTried('delivered')
    await app.post(rooms.customer.list, 'none', {})
    const { mobile } = await buildMember(app.db, app.now(), { passwordHash: storedHash })
    await signIn(app, mobile)
    const series = await scrape(app.app)
    for (const [title, expr] of expressions)
      expect.soft(missing(expr, series), `${title}: ${expr}`).toEqual([])
    expect(expressions.length).toBeGreaterThan(50)
  })

  it('are compared by a check that sees a wrong name, label and value', () => {
    const series = seriesOf('showroom_x{state="waiting"} 1\nprocess_y 2')
    expect(missing('sum by (state) (showroom_x{state="waiting"}) + process_y', series)).toEqual([])
    expect(missing('showroom_z', series)).toEqual(['showroom_z'])
    expect(missing('showroom_x{state="wait"}', series)).toEqual(['showroom_x{state="wait"}'])
    expect(missing('showroom_x{stat=~"w.*"}', series)).toEqual(['showroom_x{stat=~"w.*"}'])
    expect(missing('sum by (queue) (showroom_x)', series)).toHaveLength(1)
  })

  it('explain each alert, once', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    const guides = [read('docs/deploy.md'), read('docs/deploy.zh-CN.md')]
    for (const { alert, labels, annotations } of rules) {
      expect(annotations.summary, alert).toMatch(/./)
      expect(annotations.action, alert).toMatch(/./)
      expect(['critical', 'warning'], alert).toContain(labels.severity)
      for (const guide of guides) expect(guide, alert).toContain(`\`${alert}\``)
    }
  })

  it('advise what exists: texts of the log, commands, units, documents, variables, settings and columns', async () => {
    for (const { alert, annotations } of rules)
      expect.soft(await absentOf(annotations.action), `${alert}: ${annotations.action}`).toEqual([])
    const wrong =
      'Search the log for "no such line". Run: showroom mend. See docs/none.md, lead_delivery.none, NO_SUCH, no_setting, 没有这页, and "showroom-none*".'
    expect(await absentOf(wrong)).toEqual([
      'no such line',
      'showroom mend',
      'docs/none.md',
      'showroom-none*',
      'lead_delivery.none',
      'no_setting',
      '没有这页',
      'NO_SUCH',
    ])
  })

  it('draw each panel once, in its own place, from the chosen source', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const places = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    )
    expect(new Set(places).size).toBe(places.length)
    for (const { targets = [] } of panels)
      for (const { datasource } of targets) expect(datasource.uid).toBe('${datasource}')
  })

  it('have a situation for each alert, of series that the server has', async () => {
    expect(Object.keys(faults)).toEqual(rules.map(({ alert }) => alert))
    const series = await scrape(app.app)
    const names = [...Object.values(faults), calm].flatMap(Object.keys).map((one) => one.replace(/\{.*/, ''))
    expect(names.filter((name) => name !== 'up' && !series.has(name))).toEqual([])
  })

  it.runIf(hasPromtool)('fire in their situation, and not in a busy hour', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'showroom-rules-'))
    const firing = 'ALERTS{alertstate="firing"}'
    const test = (values: Readonly<Record<string, string>>, expr: string, samples: readonly number[]) => ({
      interval: '1m',
      input_series: Object.entries(values).map(([series, of]) => ({ series, values: of })),
      promql_expr_test: [
        { expr, eval_time: '90m', exp_samples: samples.map((value) => ({ labels: '{}', value })) },
      ],
    })
    const tests = [
      test(calm, firing, []),
      ...Object.entries(faults).map(([alert, values]) =>
        test(values, `count(ALERTS{alertname="${alert}", alertstate="firing"})`, [1]),
      ),
    ]
    try {
      const file = path.join(folder, 'tests.yml')
      writeFileSync(file, JSON.stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests }))
      const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
      expect(status, `${stdout}${stderr}`).toBe(0)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it.runIf(hasPromtool)('pass promtool', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'showroom-rules-'))
    try {
      const board = path.join(folder, 'board.yml')
      const recorded = queries.map(([, expr], at) => ({ record: `board:${at}`, expr }))
      writeFileSync(board, JSON.stringify({ groups: [{ name: 'board', rules: recorded }] }))
      const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', rulesFile, board], {
        encoding: 'utf8',
      })
      expect(`${stdout}${stderr}`).toContain(`${rules.length} rules found`)
      expect(status, stderr).toBe(0)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
