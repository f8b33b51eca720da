import { randomUUID } from 'node:crypto'
import { mayCall } from '@showroom/contract/kernel/call'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/client.ts'
import type { Outlet } from '../platform/happenings.ts'
import type { Acting } from '../platform/http/handler.ts'
import type { Job } from '../platform/jobs.ts'
import { hintAfter } from '../platform/live.ts'
import type { Live } from '../platform/live.ts'
import type { Logger } from '../platform/log.ts'
import { Refusal } from '../platform/refusal.ts'
import type { SessionGate } from '../platform/session/gate.ts'
import type { Session } from '../platform/session/session.ts'
import { createWork, Interrupted } from '../platform/work.ts'
import type { Work } from '../platform/work.ts'
import { manyActions } from './bulk.actions.ts'
import * as repository from './bulk.repository.ts'
import type { ClaimedBulk } from './bulk.repository.ts'
import type { Left } from './many.ts'

/** Customers of one transaction: other people's calls run in between. */
const batch = 100

interface BulkDeps {
  readonly db: Database
  readonly live: Pick<Live, 'hint'>
  readonly gate: Pick<SessionGate, 'actFor'>
  readonly happenings: Outlet
  readonly clock: Clock
  readonly log: Logger
}

/**
 * Goes through the customers of what was begun. A batch and how far it is are one transaction, so that a kill loses nothing and repeats
 * nothing; a process holds one by a lease, and when it is dead another goes on. Each batch has the rights that the member has by then.
 */
export const createBulkWork = (deps: BulkDeps): Work =>
  createWork(
    async (isStopping) => {
      const holder = randomUUID()
      const claimed = await repository.claimBulk(deps.db, holder, deps.clock())
      if (!claimed) return false
      try {
        await goThrough(deps, claimed, holder, isStopping)
      } catch (error) {
        await repository.releaseBulk(deps.db, claimed, holder)
        if (!(error instanceof Interrupted)) throw error
      }
      return true
    },
    (error) => deps.log.error({ err: error }, 'bulk stopped'),
  )

async function goThrough(
  deps: BulkDeps,
  claimed: ClaimedBulk,
  holder: string,
  isStopping: () => boolean,
): Promise<void> {
  const { customerIds } = claimed
  let at = claimed.doneTotal
  while (at < customerIds.length) {
    if (isStopping()) throw new Interrupted()
    at = await advance(deps, claimed, holder, at)
  }
  await finish(deps, claimed, holder)
}

/** The next batch; tells how far it is then. */
async function advance(deps: BulkDeps, claimed: ClaimedBulk, holder: string, at: number): Promise<number> {
  const { customerIds, terms } = claimed
  const action = manyActions[claimed.action]
  const session = await deps.gate.actFor(claimed.dealerId, claimed.memberId)
  const leaveRest = async (reason: string): Promise<number> => {
    const left = customerIds.slice(at).map((customerId): Left => ({ customerId, reason }))
    const step = { doneTotal: customerIds.length, taken: [], left, now: deps.clock() }
    if (!(await repository.advanceBulk(deps.db, claimed, holder, step))) throw new Interrupted()
    return customerIds.length
  }
  if (!session || !mayCall(action.of.may, session)) return leaveRest('操作人的权限已变更')
  const next = customerIds.slice(at, at + batch)
  try {
    await inItsName(deps, claimed, session, async (context) => {
      const { done, left } = await action.attempt(context, next, terms)
      const step = { doneTotal: at + next.length, taken: done, left, now: context.now }
      if (!(await repository.advanceBulk(context.db, claimed, holder, step))) throw new Interrupted()
      context.hintLive({ dealerId: claimed.dealerId, topics: action.of.changes })
    })
  } catch (error) {
    if (error instanceof Refusal) return leaveRest(error.message)
    throw error
  }
  return at + next.length
}

/** Told once for all, and offered to be taken back. */
async function finish(deps: BulkDeps, claimed: ClaimedBulk, holder: string): Promise<void> {
  const session = await deps.gate.actFor(claimed.dealerId, claimed.memberId)
  const now = deps.clock()
  if (!session) {
    await repository.finishBulk(deps.db, claimed, holder, { undoId: 0, now })
    return
  }
  await inItsName(deps, claimed, session, async (context) => {
    const taken = await repository.readTaken<object>(context.db, claimed)
    const undoId = await manyActions[claimed.action].end(context, taken, claimed.terms)
    if (!(await repository.finishBulk(context.db, claimed, holder, { undoId, now }))) throw new Interrupted()
  })
}

/** A transaction in the name of who began it. */
const inItsName = (
  deps: BulkDeps,
  { ip }: ClaimedBulk,
  session: Session,
  work: (context: Acting) => Promise<void>,
): Promise<void> =>
  hintAfter(deps, (db, hintLive) =>
    work({ db, session, ip, now: deps.clock(), happenings: deps.happenings, hintLive }),
  )

/** Goes on with what a killed process has left. */
export const resumeBulks = (work: Work): Job => ({
  name: 'resume-bulks',
  cron: '* * * * *',
  atStart: true,
  run: () => work.run(),
})

const keptMs = 7 * 24 * 3_600_000

/** Forgets what ended a week ago. */
export const tidyBulks = ({ db, clock }: Pick<BulkDeps, 'db' | 'clock'>): Job => ({
  name: 'tidy-bulks',
  cron: '47 3 * * *',
  run: () => repository.deleteOldBulks(db, new Date(clock().getTime() - keptMs)),
})
