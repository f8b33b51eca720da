import { later } from '../platform/clock.ts'
import type { Clock } from '../platform/clock.ts'
import { transact } from '../platform/db/client.ts'
import type { Database } from '../platform/db/client.ts'
import { listAllStores } from '../platform/jobs/stores.repository.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import type { Logger } from '../platform/observe/log.ts'
import { OutsideError } from '../platform/outside/ask.ts'
import { failed, openOutbox } from '../platform/queues/outbox.ts'
import type { OutboxWork, Sent } from '../platform/queues/outbox.ts'
import type { Queues } from '../platform/queues/queues.ts'
import { stepwise } from '../platform/queues/schedule.ts'
import { changeClaimed } from '../platform/queues/table.repository.ts'
import type { Claimed } from '../platform/queues/table.repository.ts'
import type { Executor } from '../platform/db/client.ts'
import type { ReadContact } from '../platform/wecom/contacts.ts'
import type { Wecom } from '../platform/wecom/wecom.ts'
import { listKnown, listTagged, listUsersOf, storeContact } from './contact.repository.ts'
import { askFor, works } from './work.repository.ts'
import type { Subject, WorkRow } from './work.repository.ts'

interface Deps {
  readonly db: Database
  readonly queues: Pick<Queues, 'open'>
  readonly clock: Clock
  readonly log: Logger
  readonly wecom: Wecom
}

/** WeCom's limits count by the minute and by the hour. After the last pause the daily list asks again. */
const pauseAfter = stepwise(30, 120, 600, 1_800, 3_600, 7_200)

/** Seconds between two reads of a member's list, and of a contact without an event: a noted number causes none. */
const listSeconds = 20 * 3_600
const contactSeconds = 7 * 86_400

interface Done extends Sent<'contact_work'> {
  /** Stores what was read, in the transaction that ends the work. */
  readonly apply?: (trx: Executor) => Promise<void>
}

/** Reads contacts from WeCom after the commit of what asked for them. */
export const createContactWork = ({ wecom, ...deps }: Deps): OutboxWork =>
  openOutbox<'contact_work', WorkRow, Done>(deps, {
    of: works,
    atOnce: 2,
    turn: 20,
    async send(row) {
      try {
        return { values: { state: 1, failures: 0, failure: '' }, apply: await readSubject(deps, wecom, row) }
      } catch (error) {
        if (!(error instanceof OutsideError)) throw error
        const failures = row.failures + 1
        deps.log.warn({ error: error.message, failures }, 'a contact was not read from WeCom')
        return failed({ failures, failure: error.message }, pauseAfter(failures), { state: 2 })
      }
    },
    store: (row, { values, apply }) =>
      transact(deps.db, async (trx) => {
        // An event since the claim asked again: its read sees a newer state.
        if (await changeClaimed(trx, works, row, values)) await apply?.(trx)
      }),
  })

async function readSubject(
  { clock }: Pick<Deps, 'clock'>,
  wecom: Wecom,
  { dealerId, subject }: Claimed<WorkRow>,
): Promise<(trx: Executor) => Promise<void>> {
  const [, kind, id] = /^(\w+):(.*)$/s.exec(subject) as unknown as [string, Subject, string]
  const now = clock()
  const scope = { dealerId }
  if (kind === 'contact') {
    const read = await wecom.readContact(id)
    return (trx) => storeContact(trx, scope, { ...factsOf(wecom, id, now), ...read })
  }
  if (kind === 'tag')
    return async (trx) => {
      const ids = await listTagged(trx, scope, id)
      await askFor(trx, [dealerId], { kind: 'contact', ids, now })
    }
  const listed = await wecom.listContacts(id)
  return async (trx) => {
    const readTimes = new Map((await listKnown(trx, scope, id)).map((one) => [one.id, one.readAt]))
    const gone = [...readTimes.keys()].filter((one) => !listed.includes(one))
    const old = listed.filter(
      (one) => (readTimes.get(one)?.getTime() ?? 0) < later(now, -contactSeconds).getTime(),
    )
    await askFor(trx, [dealerId], { kind: 'contact', ids: [...new Set([...old, ...gone])], now })
  }
}

const factsOf = ({ corpId }: Wecom, externalId: string, readAt: Date) => ({ externalId, corpId, readAt })

/** Reads a contact now, for the member beside whose chat it is. */
export async function readNow(
  wecom: Wecom,
  externalId: string,
  now: Date,
): Promise<ReturnType<typeof factsOf> & ReadContact> {
  return { ...factsOf(wecom, externalId, now), ...(await wecom.readContact(externalId)) }
}

/** Asks once a day for the contacts of all bound members: of new ones, of lost events, of numbers noted since. */
export const listContacts = ({
  db,
  clock,
  wecom,
}: Pick<Deps, 'db' | 'clock'> & { readonly wecom: Wecom | undefined }): Job => ({
  name: 'list-contacts',
  for: 'stores',
  cron: '23 * * * *',
  async run() {
    if (!wecom) return
    const now = clock()
    for (const dealerId of await listAllStores(db)) {
      const ids = await listUsersOf(db, { dealerId }, wecom.corpId)
      await transact(db, (trx) =>
        askFor(trx, [dealerId], { kind: 'user', ids, now, before: later(now, -listSeconds) }),
      )
    }
  },
})
