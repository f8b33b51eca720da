import { createDatabase, createPool, transact } from '../../platform/db/client.ts'
import type { Executor } from '../../platform/db/client.ts'
import { createLog } from '../../platform/observe/log.ts'
import { countStore, lockStore, setClosing } from '../../setting/index.ts'
import type { LockedStore } from '../../setting/index.ts'

/** Closes and opens stores, whose rows stay (docs/decisions/0134-closed-stores.md). */

/** Thrown if the state of a store does not permit the change; the message gives the reason. */
export class Unclosable extends Error {
  override readonly name = 'Unclosable'
}

/** Runs a change of one store, on which network files and other changes wait. */
async function changing<Result>(
  url: string,
  work: (db: Executor, find: (code: string) => Promise<LockedStore>) => Promise<Result>,
): Promise<Result> {
  const db = createDatabase(createPool(url, 1, createLog('silent')), () => undefined)
  try {
    return await transact(db, (trx) =>
      work(trx, async (code) => {
        const store = await lockStore(trx, { code })
        if (!store) throw new Unclosable(`No store has the code ${code}.`)
        if (store.isMoving)
          throw new Unclosable(
            `${store.code} ${store.name} is merged or removed, or another store is being merged into it.`,
          )
        return store
      }),
    )
  } finally {
    await db.destroy()
  }
}

const by = (now: Date) => ({ now, ip: '', source: 'npm run network' })

/** Closes a store, or changes the successor of a closed one. Returns lines to print. */
export const closeStore = (
  url: string,
  { code, successor }: { readonly code: string; readonly successor?: string | undefined },
  now: Date,
): Promise<string[]> =>
  changing(url, async (db, find) => {
    const store = await find(code)
    const next = successor === undefined ? undefined : await find(successor)
    if (next?.id === store.id) throw new Unclosable('A store does not succeed itself.')
    if (next?.closedAt) throw new Unclosable(`${next.code} ${next.name} is closed itself.`)
    const to = { closedAt: store.closedAt ?? now, successorId: next?.id ?? null }
    await setClosing(db, store, to, by(now))
    const { leadTotal } = await countStore(db, store.id)
    return [
      `${store.code} ${store.name} is closed: its admins, 集团管理员 and 投资人 read and export, all others are signed out.`,
      next
        ? `New leads go to ${next.code} ${next.name}.`
        : 'New leads are refused as for an unknown store, and kept for a replay.',
      ...(leadTotal ? [`${leadTotal} leads still wait in it.`] : []),
    ]
  })

/** Opens a closed store again. Returns lines to print. */
export const openStore = (url: string, code: string, now: Date): Promise<string[]> =>
  changing(url, async (db, find) => {
    const store = await find(code)
    if (store.closedAt === null) throw new Unclosable(`${store.code} ${store.name} is open.`)
    await setClosing(db, store, { closedAt: null, successorId: null }, by(now))
    return [`${store.code} ${store.name} is open again.`]
  })
