import { deviceMs } from '../clock'
import { createListeners } from '../listeners'
import { findOwner, openDatabase, seal, unseal } from './database'
import { isLate, lateText, refusalOf } from './rules'

/** Mutations that wait for the network, across reloads and restarts, and are sent in the order in which they were saved. */

export interface WaitingAbout {
  /** `跟进 安柏`. */
  readonly title: string
  /** The text that the member typed. */
  readonly text: string
  /** Address of the page where it was typed, and what opens the form there. */
  readonly to: string
  readonly form?: string
}

/** A form's part of a waiting mutation. */
export interface WaitingInput {
  readonly about: WaitingAbout
  /** The form's draft, in which it becomes typed input again. */
  readonly draft: object | undefined
}

export interface WaitingOptions {
  readonly idempotencyKey?: string
  readonly waits?: (() => WaitingInput) | undefined
}

export interface Waiting extends WaitingInput {
  readonly id: number
  /** When it was saved, in epoch milliseconds of the device. */
  readonly at: number
  readonly path: string
  readonly request: object
  readonly idempotencyKey: string
  /** Why it was not accepted; it is not sent again. */
  readonly refusal?: string
}

/** Reports that a mutation waits: its form may close. */
class SavedOnDevice extends Error {
  override readonly name = 'SavedOnDevice'
}

const listeners = createListeners()
let all: readonly Waiting[] = []

/** For `useSyncExternalStore`: the member's waiting mutations, oldest first. */
export const waitingList = { subscribe: listeners.subscribe, read: (): readonly Waiting[] => all }

/** Reads the waiting mutations of this session's member. */
export async function readAll(): Promise<readonly Waiting[]> {
  const owner = await findOwner()
  const rows = (await openDatabase()).transaction('waiting').store
  const [ids, sealed] = await Promise.all([rows.getAllKeys(), rows.getAll()])
  all = owner
    ? await Promise.all(
        sealed.map(async (row, index) => ({
          ...((await unseal(owner, row)) as Waiting),
          id: ids[index] ?? 0,
          at: row.at,
        })),
      )
    : []
  listeners.notify()
  return all
}

const channelName = 'showroom-waiting'

async function changed(): Promise<void> {
  await readAll()
  const channel = new BroadcastChannel(channelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  channel.postMessage('changed')
  channel.close()
}

/** Follows the changes of other tabs. Returns a function that ends it. */
export function watchWaiting(): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = () => void readAll()
  return () => channel.close()
}

/** Stores a mutation and throws `SavedOnDevice`, unless its form cannot show that, or the device belongs to another session. */
export async function addWaiting(
  path: string,
  request: object,
  { idempotencyKey, waits }: WaitingOptions,
): Promise<void> {
  const owner = await findOwner()
  if (!owner || !idempotencyKey || !waits) return
  const added = { path, request, idempotencyKey, ...waits() }
  await (await openDatabase()).add('waiting', await seal(owner, JSON.stringify(added)))
  await changed()
  throw new SavedOnDevice()
}

export async function removeWaiting(id: number): Promise<void> {
  await (await openDatabase()).delete('waiting', id)
  await changed()
}

async function markRefused({ id, at, ...waiting }: Waiting, refusal: string): Promise<void> {
  const owner = await findOwner()
  if (!owner) return
  const row = await seal(owner, JSON.stringify({ ...waiting, refusal }), at)
  await (await openDatabase()).put('waiting', row, id)
  await changed()
}

export interface Sender {
  send(this: void, waiting: Waiting): Promise<unknown>
  /** Makes a mutation that cannot be sent typed input again. */
  draft(this: void, waiting: Waiting): Promise<unknown>
  sent(this: void, waiting: Waiting): void
  refused(this: void, waiting: Waiting, refusal: string): void
}

/** Sends what waits. Returns false if some of it still does. One tab at a time sends; the keys protect the rest. */
export const sendWaiting = ({ send, draft, sent, refused }: Sender): Promise<boolean> =>
  navigator.locks.request('showroom-waiting', async () => {
    for (const waiting of await readAll()) {
      if (waiting.refusal !== undefined) continue
      let refusal: string | undefined = lateText
      if (!isLate(waiting.at, deviceMs()))
        try {
          await send(waiting)
          await removeWaiting(waiting.id)
          sent(waiting)
          continue
        } catch (error) {
          refusal = refusalOf(error)
          if (refusal === undefined) return false
        }
      try {
        await draft(waiting)
      } catch (error) {
        if (refusalOf(error) === undefined) return false
      }
      await markRefused(waiting, refusal)
      refused(waiting, refusal)
    }
    return true
  })
