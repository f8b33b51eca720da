import { type HistoryLocation, type RouterHistory, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { entryIndex, isStepBack, openLayers } from '../ui/layers'

/**
 * The browser's back closes the topmost layer over the page, as Escape does, and keeps the page: a form keeps a draft, or
 * asks. A drawer that has its own history entry (`opened`) closes by going back to the entry below.
 */
export function useBackCloses(): void {
  const { history } = useRouter()
  useEffect(() => {
    const unblock = history.block({
      blockerFn: ({ action, currentLocation }) => {
        const layers = openLayers()
        const isAddressed = layers.length === 1 && currentLocation.state.opened === true
        if (!isStepBack(action) || layers.length === 0 || isAddressed) return false
        // The history returns to the page's entry first: closing may change the entry.
        addEventListener('popstate', () => setTimeout(pressEscape), { once: true })
        return true
      },
      enableBeforeUnload: false,
    })
    const lowered = keepEntryBelow(history)
    return () => {
      unblock()
      lowered()
    }
  }, [history])
}

/** Presses Escape where the focus is in the topmost layer. */
function pressEscape(): void {
  const top = openLayers().at(-1)
  if (!top) return
  if (top instanceof HTMLDialogElement) {
    top.dispatchEvent(new Event('cancel', { cancelable: true }))
    return
  }
  const { activeElement } = document
  const target = activeElement && activeElement !== document.body ? activeElement : top
  const key = { key: 'Escape', code: 'Escape', keyCode: 27, bubbles: true, cancelable: true }
  target.dispatchEvent(new KeyboardEvent('keydown', key))
  target.dispatchEvent(new KeyboardEvent('keyup', key))
}

/** A layer is in the document before it is visible: when to look again, in milliseconds. */
const checkedMs = [0, 50, 150, 400, 1000]

/** Whether the browser is on the entry below, from where a blocked step back returns: an entry added now ends that. */
function isReturning(): boolean {
  const { state } = globalThis.history as { state: HistoryLocation['state'] | null }
  return state !== null && entryIndex({ state }) < 0
}

/** Marks an entry that has one of its page below it. */
interface Above {
  readonly isAbove: true
}

/**
 * Without an entry below, back would leave the product with the dialog open. Adds one, numbered below zero, when the
 * first layer opens over the first page; the router notices neither. Going back to it leaves the product.
 */
function keepEntryBelow(history: RouterHistory): () => void {
  let isOver = false
  const keep = (): void => {
    if (isOver) return
    const index = entryIndex(history.location)
    if (index > 0 || isReturning() || openLayers().length === 0) return
    history.flush()
    if ((globalThis.history.state as Partial<Above> | null)?.isAbove) return
    const { state } = history.location
    History.prototype.replaceState.call(globalThis.history, { ...state, __TSR_index: index - 1 }, '')
    History.prototype.pushState.call(globalThis.history, { ...state, isAbove: true } satisfies Above, '')
  }
  const watcher = new MutationObserver(() => {
    for (const ms of checkedMs) setTimeout(keep, ms)
  })
  watcher.observe(document.body, { childList: true })
  const unsubscribe = history.subscribe(({ location, action }) => {
    if (entryIndex(location) < 0 && (action.type === 'BACK' || action.type === 'GO'))
      globalThis.history.back()
  })
  return () => {
    isOver = true
    watcher.disconnect()
    unsubscribe()
  }
}
