import type { StoreFacts } from '@showroom/contract/setting/store.schema'
import { listOwnStores } from '../access/index.ts'
import type { Context } from '../platform/http/handler.ts'
import { Refusal } from '../platform/refusal.ts'
import {
  countStore,
  listAccounts,
  listMobiles,
  listStates,
  lockStore,
  setClosing,
} from './store.repository.ts'
import type { LockedStore } from './store.repository.ts'

/** Closes and opens the stores of a group's administrator (docs/decisions/0134-closed-stores.md). */

const ownIds = async ({ db, session }: Context): Promise<ReadonlySet<number>> =>
  new Set((await listOwnStores(db, session)).map(({ dealerId }) => dealerId))

export const listStores = async (context: Context) => ({
  data: await listStates(context.db, [...(await ownIds(context))]),
})

/** Refuses stores that are not the administrator's. */
async function checkOwn(context: Context, ids: readonly number[]): Promise<void> {
  const own = await ownIds(context)
  if (ids.some((id) => id !== 0 && !own.has(id))) throw new Refusal('NOT_FOUND')
}

export async function readFacts(
  context: Context,
  { storeId, intoId }: { readonly storeId: number; readonly intoId: number },
): Promise<StoreFacts> {
  const { db } = context
  await checkOwn(context, [storeId, intoId])
  const facts = { ...(await countStore(db, storeId)), doubleTotal: 0, waitingTotal: 0, doubleMembers: [] }
  if (intoId === 0 || intoId === storeId) return facts
  const own = new Map((await listMobiles(db, storeId)).map((one) => [one.mobile, one.isWaiting]))
  const doubles = await listMobiles(db, intoId, [...own.keys()])
  const theirs = new Map((await listAccounts(db, intoId)).map((one) => [one.accountId, one]))
  return {
    ...facts,
    doubleTotal: doubles.length,
    waitingTotal: doubles.filter(({ mobile, isWaiting }) => isWaiting || own.get(mobile) === true).length,
    doubleMembers: (await listAccounts(db, storeId)).flatMap(({ accountId, name, role }) => {
      const into = theirs.get(accountId)
      return into ? [{ name, role, intoName: into.name, intoRole: into.role }] : []
    }),
  }
}

async function lockOwn(context: Context, storeId: number): Promise<LockedStore> {
  await checkOwn(context, [storeId])
  const store = await lockStore(context.db, { id: storeId })
  if (!store) throw new Refusal('NOT_FOUND')
  if (store.isMoving) throw new Refusal('STALE', { text: '该门店已合并、移除或正在合并，请刷新' })
  return store
}

const byMember = ({ session, now, ip }: Context) => ({
  now,
  ip,
  accountId: session.accountId,
  memberId: session.memberId,
})

/** Closes a store, or changes the successor of a closed one. */
export async function closeStore(
  context: Context,
  { storeId, successorId }: { readonly storeId: number; readonly successorId: number },
): Promise<void> {
  const store = await lockOwn(context, storeId)
  const successor = successorId === 0 ? undefined : await lockOwn(context, successorId)
  if (successor?.id === storeId) throw new Refusal('STALE', { text: '接收线索的门店不能是自己' })
  if (successor?.closedAt) throw new Refusal('STALE', { text: '接收线索的门店已停业，请重新选择' })
  const to = { closedAt: store.closedAt ?? context.now, successorId: successor?.id ?? null }
  await setClosing(context.db, store, to, byMember(context))
  context.sessionsChanged()
}

export async function openStore(context: Context, storeId: number): Promise<void> {
  const store = await lockOwn(context, storeId)
  if (store.closedAt === null) throw new Refusal('STALE', { text: '该门店正在营业，请刷新' })
  await setClosing(context.db, store, { closedAt: null, successorId: null }, byMember(context))
  context.sessionsChanged()
}
