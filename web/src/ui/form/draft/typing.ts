import type { OwnDraft } from './own'
import type { Content } from './store'

/** After the last key. */
const restMs = 1500
/** After a saving that failed. */
const againMs = 10_000

interface TypingOptions {
  readonly own: OwnDraft
  typed(this: void): Content
  isDirty(this: void): boolean
  /** Something more is kept; or could not be. */
  tell(this: void, isKept: boolean): void
}

/** Sends what is typed, a moment after the last key and when the page is hidden, and knows how much of it is kept. */
export function createTyping({ own, typed, isDirty, tell }: TypingOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let typings = 0
  let keptTypings = 0

  const later = (ms: number): void => {
    clearTimeout(timer)
    if (!isOver) timer = setTimeout(() => void keep(), ms)
  }
  const keep = async (isLeaving = false): Promise<boolean> => {
    clearTimeout(timer)
    if (!isDirty()) return true
    const upTo = typings
    const sending = own.save(typed(), isLeaving)
    // It is sent all the same: another window may have given it up, which was not meant for what stands here.
    if (keptTypings === typings) return true
    if (!(await sending)) {
      tell(false)
      later(againMs)
      return false
    }
    tell(true)
    keptTypings = Math.max(keptTypings, upTo)
    return keptTypings === typings
  }
  const hidden = (): void => {
    if (document.visibilityState === 'hidden') void keep(true)
  }
  document.addEventListener('visibilitychange', hidden)
  return {
    keep: () => keep(),
    isKept: () => keptTypings === typings,
    isOver: () => isOver,
    changed: () => {
      typings += 1
      later(restMs)
    },
    /** Nothing of it is to be kept any more. */
    giveUp: () => {
      clearTimeout(timer)
      keptTypings = typings
      own.drop()
    },
    stop: () => {
      isOver = true
      document.removeEventListener('visibilitychange', hidden)
      void keep(true)
    },
  }
}
