import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Runs work that outlives the request which starts it. It has nothing of the request's context: its log lines name no request, and its
 * statements belong to no trace of one.
 */
export const inBackground: <Result>(work: () => Result) => Result = AsyncLocalStorage.snapshot()
