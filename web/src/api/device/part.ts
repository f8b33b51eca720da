import type { Asked } from '../device'
import { recall } from './seen'
import { addWaiting, type WaitingOptions } from './waiting'

export { forgetSeen, keep, seen } from './seen'
export { readAll, removeWaiting, sendWaiting, type Waiting, waitingList, watchWaiting } from './waiting'

/** Handles a call that cannot reach the server: returns a query's kept response, or keeps a mutation. */
export async function answerOf(
  call: Asked,
  request: object,
  options: WaitingOptions,
): Promise<Record<string, unknown> | undefined> {
  if (call.withoutNetwork !== 'waits') return recall(call, request)
  await addWaiting(call.path, request, options)
  return undefined
}
