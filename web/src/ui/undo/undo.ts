import type { ReactNode } from 'react'
import { createListeners } from '../../api/listeners'

/**
 * Shows the result of the last action and offers to undo it, at the foot of the page for eight seconds, instead of asking before it. There is one
 * offer at a time; a new one replaces it. It lives outside React, so that an action can offer it after its dialog has
 * closed.
 */
export interface UndoOffer {
  /** The finished action: 客户再分配成功! */
  readonly text: string
  /** Details in a quieter style: 林晓雨 → 陈立航. */
  readonly about?: string
  /** Undoes the action; returns the text to show, 已撤销 by default. Throws a refusal if that fails. Absent if nothing can be undone. */
  readonly undo?: (() => Promise<string | void>) | undefined
  /** Rows that a bulk action left out: the button's text, and the dialog that lists them. */
  readonly left?: { readonly label: string; readonly render: (close: () => void) => ReactNode } | undefined
}

export interface ShownOffer extends UndoOffer {
  readonly id: number
}

/** How long the offer stays, in milliseconds. */
export const undoMs = 8000

let currentOffer: ShownOffer | undefined
let lastId = 0
const listeners = createListeners()

function put(next: ShownOffer | undefined): void {
  currentOffer = next
  listeners.notify()
}

/** Shows the offer: `offerUndo({ text: '视图已删除', undo: () => callApi(…) })`. */
export const offerUndo = (offer: UndoOffer): void => put({ ...offer, id: ++lastId })

export const undoStore = {
  subscribe: listeners.subscribe,
  read: (): ShownOffer | undefined => currentOffer,
  /** Withdraws the offer with this id. */
  drop: (id: number): void => {
    if (currentOffer?.id === id) put(undefined)
  },
}
