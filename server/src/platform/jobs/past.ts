import { daySeconds } from '@showroom/contract/kernel/day'
import { secondsOf } from '../clock.ts'
import { transact } from '../db/client.ts'
import type { Database, Executor } from '../db/client.ts'
import { endOf } from '../db/conditions.ts'
import { serveInTurns } from '../queues/ring.ts'
import type { Job } from './jobs.ts'

/** Days per batch. Whole days, because a customer has one visit a day. */
const daysPerBatch = 7

/** Facts from before a migration that lack what it added. A row of a store marks how far back they are complete. */
export interface Past<Mark extends { readonly latest: Date | null }> {
  readonly name: string
  /** Stores with a mark. */
  list(db: Executor): Promise<number[]>
  /** Locks the store's mark, and returns the newest incomplete fact before it; no row if another process has it. */
  lock(db: Executor, dealerId: number): Promise<Mark[]>
  /** Completes the facts of a span, and moves the mark to its beginning. */
  fill(
    db: Executor,
    dealerId: number,
    span: { readonly since: Date; readonly until: Date },
    mark: Mark,
  ): Promise<void>
  /** Deletes the mark: nothing is left. */
  end(db: Executor, dealerId: number, mark: Mark): Promise<void>
}

/** Completes such facts backwards from the newest, one week of a store per transaction, and resumes after a kill. */
export const fillPast = <Mark extends { readonly latest: Date | null }>(
  { db }: { readonly db: Database },
  past: Past<Mark>,
): Job => ({
  name: past.name,
  for: 'stores',
  cron: '*/10 * * * *',
  atStart: true,
  async run() {
    await serveInTurns(await past.list(db), (dealerId) =>
      transact(db, (trx) => fillWeek(trx, dealerId, past)),
    )
  },
})

/** Completes the newest week that is left. Returns whether the store may have more. */
async function fillWeek<Mark extends { readonly latest: Date | null }>(
  db: Executor,
  dealerId: number,
  past: Past<Mark>,
): Promise<boolean> {
  const [mark] = await past.lock(db, dealerId)
  if (!mark) return false
  if (!mark.latest) {
    await past.end(db, dealerId, mark)
    return false
  }
  const until = endOf(secondsOf(mark.latest))
  const since = new Date(until.getTime() - daysPerBatch * daySeconds * 1000)
  await past.fill(db, dealerId, { since, until }, mark)
  return true
}
