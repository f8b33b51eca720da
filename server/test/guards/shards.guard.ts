import type pg from 'pg'
import type { Plan } from '../database/explain.ts'
import { fanned } from '../citus/partitioned.ts'
import type { Sent } from './sent.ts'
import { shorten } from './statement.ts'
import { exceptions } from './tenant.guard.ts'

/** Buffers come back from the file of statements as the object that JSON makes of them. */
const valueOf = (value: unknown): unknown =>
  (value as { type?: string } | null)?.type === 'Buffer'
    ? Buffer.from((value as { data: number[] }).data)
    : value

const outOfRange = '22003'

/**
 * Statements whose plan for their values reads or writes more than one partition, one text each, except those that the
 * tenant guard lets ask several stores.
 */
export async function findFanned(client: pg.Client, sent: readonly Sent[]): Promise<string[]> {
  const problems: string[] = []
  for (const { text, values = [], file = 'an unknown file' } of sent) {
    try {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (format json) ${text}`,
        values.map(valueOf),
      )
      const tables = rows
        .flatMap((row) => fanned(row['QUERY PLAN'][0].Plan))
        .filter((table) => !exceptions[file]?.tables.includes(table))
      if (tables.length > 0)
        problems.push(`${file} asks several stores of ${tables.join()}: ${shorten(text)}`)
    } catch (error) {
      // A value beyond its column, with which a call was refused: another run has the statement with usual values.
      if ((error as { code?: string }).code === outOfRange) continue
      problems.push(`${file} sends what has no plan (${String(error)}): ${shorten(text)}`)
    }
  }
  return problems
}
