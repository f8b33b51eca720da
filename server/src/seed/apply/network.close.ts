import { kindOfAction } from '@showroom/contract/kernel/audit'
import type { Client } from 'pg'
import { DatabaseClient } from '../../platform/db/connect.ts'
import { notifying } from '../../platform/db/notify.ts'

/** Closes and opens stores, whose rows stay (docs/decisions/0134-closed-stores.md). */

/** Thrown if the state of a store does not permit the change; the message gives the reason. */
export class Unclosable extends Error {
  override readonly name = 'Unclosable'
}

interface Store {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly closedAt: Date | null
  readonly successorId: number | null
}

/** Runs a change of one store, on which network files and other changes wait. */
async function changing<Result>(
  url: string,
  work: (client: Client, find: (code: string) => Promise<Store>) => Promise<Result>,
): Promise<Result> {
  const client = new DatabaseClient({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('showroom network'))`)
    const result = await work(client, async (code) => {
      const { rows } = await client.query<Store>(
        `select id, code, name, closed_at as "closedAt", successor_id as "successorId" from dealer where code = $1 for update`,
        [code],
      )
      if (!rows[0]) throw new Unclosable(`No store has the code ${code}.`)
      return rows[0]
    })
    await client.query('commit')
    return result
  } finally {
    // Closing the connection rolls back a failed transaction.
    await client.end()
  }
}

/** Sets the state, and notifies every process, which reads the store's sessions again. */
async function write(
  client: Client,
  { id, closedAt, successorId }: Store,
  to: Pick<Store, 'closedAt' | 'successorId'>,
  now: Date,
): Promise<void> {
  await client.query('update dealer set closed_at = $2, successor_id = $3 where id = $1', [
    id,
    to.closedAt,
    to.successorId,
  ])
  const stateOf = (one: Pick<Store, 'closedAt' | 'successorId'>) =>
    one.closedAt === null ? null : { closed: one.closedAt, successor: one.successorId }
  await client.query(
    `insert into audit (dealer_id, action, kind, record, detail, at) values ($1, 'setting', $2, 'setting:closed', $3, $4)`,
    [
      id,
      kindOfAction('setting'),
      { old: stateOf({ closedAt, successorId }), new: stateOf(to), source: 'npm run network' },
      now,
    ],
  )
  await client.query(notifying, ['session_changed', [`dealer:${id}`]])
  await client.query(notifying, ['lead_backlog', [String(id)]])
}

/** Closes a store, or changes the successor of a closed one. Returns lines to print. */
export const closeStore = (
  url: string,
  { code, successor }: { readonly code: string; readonly successor?: string | undefined },
  now: Date,
): Promise<string[]> =>
  changing(url, async (client, find) => {
    const store = await find(code)
    const next = successor === undefined ? undefined : await find(successor)
    if (next?.id === store.id) throw new Unclosable('A store does not succeed itself.')
    if (next?.closedAt) throw new Unclosable(`${next.code} ${next.name} is closed itself.`)
    await write(client, store, { closedAt: store.closedAt ?? now, successorId: next?.id ?? null }, now)
    const { rows } = await client.query<{ leads: number }>(
      'select count(*)::int as leads from lead where dealer_id = $1 and status = 1',
      [store.id],
    )
    return [
      `${store.code} ${store.name} is closed: its admins, 集团管理员 and 投资人 read and export, all others are signed out.`,
      next
        ? `New leads go to ${next.code} ${next.name}.`
        : 'New leads are refused as for an unknown store, and kept for a replay.',
      ...(rows[0]?.leads ? [`${rows[0].leads} leads still wait in it.`] : []),
    ]
  })

/** Opens a closed store again. Returns lines to print. */
export const openStore = (url: string, code: string, now: Date): Promise<string[]> =>
  changing(url, async (client, find) => {
    const store = await find(code)
    if (store.closedAt === null) throw new Unclosable(`${store.code} ${store.name} is open.`)
    await write(client, store, { closedAt: null, successorId: null }, now)
    return [`${store.code} ${store.name} is open again.`]
  })
