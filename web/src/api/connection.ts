import { createListeners } from './listeners'
import { noteRelease } from './release'

/** Delay of the first probe; each further one doubles it, up to the last. */
const firstMs = 2_000
const lastMs = 15_000

/** Work that waits for the server. */
interface Waiting {
  readonly goOn: () => void
  /** The page shows that it waits. */
  readonly isShown: boolean
  /** For a mutation: ends its wait. */
  readonly giveUp?: () => void
}

const listeners = createListeners()
const waiting = new Set<Waiting>()
/** Whether the last probe failed. */
let isLost = false
let delayMs = firstMs
let timer: ReturnType<typeof setTimeout> | undefined

/** For `useSyncExternalStore`: whether the server can be reached, or a mutation waits until it can. */
export const connection = {
  subscribe: listeners.subscribe,
  read(this: void): 'up' | 'lost' | 'saving' {
    const all = [...waiting]
    if (all.some(({ giveUp }) => giveUp)) return 'saving'
    return isLost || all.some(({ isShown }) => isShown) ? 'lost' : 'up'
  },
}

/** Whether the server answers; takes note of its release. */
export async function isBack(): Promise<boolean> {
  const probeRequest = new Request('/readyz', { cache: 'no-store', signal: AbortSignal.timeout(5_000) })
  const answer = await fetch(probeRequest).catch(() => undefined)
  if (answer) noteRelease(answer.headers)
  isLost = !answer?.ok
  if (isLost) plan()
  listeners.notify()
  return !isLost
}

/** Takes note of a regular response: probes start with the shortest delay again. */
export function noteAnswer(): void {
  delayMs = firstMs
  if (isLost) void probe()
}

function plan(): void {
  // Spreads the probes of a store's pages.
  timer ??= setTimeout(
    () => {
      timer = undefined
      if (document.hidden) plan()
      else void probe()
    },
    delayMs * (0.75 + Math.random() / 2),
  )
}

/** Asks the server now. If it answers, all waiting work goes on. */
export async function probe(): Promise<void> {
  delayMs = Math.min(delayMs * 2, lastMs)
  if (!(await isBack())) return
  clearTimeout(timer)
  timer = undefined
  const due = [...waiting]
  waiting.clear()
  listeners.notify()
  for (const { goOn } of due) goOn()
}

/**
 * Resolves at the next probe that the server answers. Probes go on meanwhile, one small request now and then, however
 * much waits.
 */
export const whenBack = (isShown: boolean): Promise<void> =>
  new Promise((resolve) => wait({ goOn: resolve, isShown }))

/** Like `whenBack`, for a mutation. Rejects with `givenUp` if the user ends the wait. */
export const whenBackToSave = (givenUp: Error): Promise<void> =>
  new Promise((resolve, reject) => wait({ goOn: resolve, isShown: true, giveUp: () => reject(givenUp) }))

function wait(work: Waiting): void {
  waiting.add(work)
  plan()
  listeners.notify()
}

/** Ends the wait of all mutations: their forms can be changed and closed. */
export function giveUpSaves(): void {
  for (const work of waiting)
    if (work.giveUp) {
      waiting.delete(work)
      work.giveUp()
    }
  listeners.notify()
}

/** Probes as soon as the network or the user returns, and when the browser loses its network. */
export function watchConnection(): void {
  const look = (): void => {
    if (timer !== undefined && !document.hidden) void probe()
  }
  // source-disable-next-line endlessListener -- for as long as the page
  document.addEventListener('visibilitychange', look)
  // source-disable-next-line endlessListener -- for as long as the page
  addEventListener('online', look)
  // source-disable-next-line endlessListener -- for as long as the page
  addEventListener('offline', () => void isBack())
}
