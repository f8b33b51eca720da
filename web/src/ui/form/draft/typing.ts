import type { OwnDraft } from './own'
import type { Content } from './store'

/** Delay after the last key, in milliseconds. */
const restMs = 1500
/** Delay after a failed save, in milliseconds. */
const againMs = 10_000

interface TypingOptions {
  readonly own: OwnDraft
  typed(this: void): Content
  isDirty(this: void): boolean
  /** Called after each save, with its result. */
  tell(this: void, isKept: boolean): void
}

/** Saves the input shortly after the last key and when the page is hidden, and tracks how much of it is kept. */
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
    // Sent even if all is kept: another window may have dropped this draft, which should not affect this form.
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
    /** Marks all input as not to be kept, and drops the draft. */
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
