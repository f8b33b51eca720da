/**
 * The way back from what was just done, offered at the foot of the page for eight seconds instead of a question before it. One at a
 * time: what comes next takes its place. It lives outside of React, so that whatever was done can offer it after its dialog is gone.
 */
export interface UndoOffer {
  /** What was done: 客户再分配成功! */
  readonly text: string
  /** Whom it concerns, more quietly: 林晓雨 → 陈立航. */
  readonly about?: string
  /** Takes it back; tells what to say of that, 已撤销 where it has nothing else. Throws a refusal where it cannot. */
  readonly undo: () => Promise<string | void>
}

export interface ShownOffer extends UndoOffer {
  readonly id: number
}

/** How long it is offered, while nobody is at it. */
export const undoMs = 8000

let shown: ShownOffer | undefined
let lastId = 0
const listeners = new Set<() => void>()

function put(next: ShownOffer | undefined): void {
  shown = next
  for (const listener of listeners) listener()
}

/** Offers it: `offerUndo({ text: '视图已删除', undo: () => callApi(…) })`. */
export const offerUndo = (offer: UndoOffer): void => put({ ...offer, id: ++lastId })

export const undoStore = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: (): ShownOffer | undefined => shown,
  /** That one is offered no more. */
  drop: (id: number): void => {
    if (shown?.id === id) put(undefined)
  },
}
