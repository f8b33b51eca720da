import type { Outcome } from './load.ts'

export interface Cpu {
  readonly server: number
  readonly database: number
  readonly ceiling: number
}

/** A line of the table. `ceiling` is pgbench's rate with the same statements, or 0 where that is meaningless. */
export interface Row {
  readonly name: string
  readonly perSecond: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly ceiling: number
  readonly failures: number
  /**
   * Milliseconds of processor time per request: of the server, of the database, and of the database under pgbench.
   */
  readonly cpu: Cpu
  /** Megabytes of the server process after the measurement. */
  readonly memory: number
}

/** Summarizes one or more runs of the same call. */
export function summarize(
  name: string,
  outcomes: readonly Outcome[],
  { ceiling, memory, cpu }: Pick<Row, 'ceiling' | 'memory' | 'cpu'>,
): Row {
  const times = outcomes.flatMap((outcome) => outcome.times).toSorted((a, b) => a - b)
  const seconds = outcomes.reduce((sum, outcome) => sum + outcome.seconds, 0)
  const percentile = (part: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
  return {
    name,
    perSecond: times.length / seconds,
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
    ceiling,
    failures: outcomes.reduce((sum, outcome) => sum + outcome.failures, 0),
    memory,
    cpu,
  }
}

const whole = (value: number): string => Math.round(value).toLocaleString('en')
const milliseconds = (value: number): string => (value ? value.toFixed(2) : '-')
const columns: readonly [string, (row: Row) => string][] = [
  ['requests/s', (row) => whole(row.perSecond)],
  ['p50 ms', (row) => row.p50.toFixed(1)],
  ['p95 ms', (row) => row.p95.toFixed(1)],
  ['p99 ms', (row) => row.p99.toFixed(1)],
  ['ceiling/s', (row) => (row.ceiling ? whole(row.ceiling) : '-')],
  ['ratio', (row) => (row.ceiling ? (row.perSecond / row.ceiling).toFixed(2) : '-')],
  ['CPU ms: server', (row) => milliseconds(row.cpu.server)],
  ['database', (row) => milliseconds(row.cpu.database)],
  ['pgbench', (row) => milliseconds(row.cpu.ceiling)],
  ['failed', (row) => whole(row.failures)],
  ['server MB', (row) => (row.memory ? whole(row.memory) : '-')],
]

/** As a Markdown table, ready for the docs. */
export function tableOf(rows: readonly Row[]): string {
  const nameWidth = Math.max(...rows.map(({ name }) => name.length), 4)
  const cells = columns.map(([title, show]) => {
    const texts = [title, ...rows.map(show)]
    const width = Math.max(...texts.map(({ length }) => length))
    return texts.map((text) => text.padStart(width))
  })
  const line = (name: string, at: number): string =>
    `| ${name.padEnd(nameWidth)} | ${cells.map((column) => column[at]).join(' | ')} |`
  const rule = `|${'-'.repeat(nameWidth + 2)}|${cells.map((column) => `${'-'.repeat((column[0]?.length ?? 0) + 1)}:|`).join('')}`
  return [line('call', 0), rule, ...rows.map(({ name }, at) => line(name, at + 1))].join('\n')
}
