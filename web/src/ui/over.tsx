import { Fragment, type ReactNode, useSyncExternalStore } from 'react'
import { createListeners } from '../api/listeners'

/** Dialogs that outlive the component that opened them: any code may show one over the page. */

interface Shown {
  readonly id: number
  readonly render: (close: () => void) => ReactNode
}

let shown: readonly Shown[] = []
let lastId = 0
const listeners = createListeners()

function put(next: readonly Shown[]): void {
  shown = next
  listeners.notify()
}

const store = {
  subscribe: listeners.subscribe,
  read: (): readonly Shown[] => shown,
}

/** Shows a dialog until `render`'s `close` is called. */
export function showOver(render: Shown['render']): void {
  lastId += 1
  put([...shown, { id: lastId, render }])
}

/** Container for these dialogs; mounted once, around every page of a signed-in member. */
export function Over() {
  const all = useSyncExternalStore(store.subscribe, store.read)
  return all.map(({ id, render }) => (
    <Fragment key={id}>{render(() => put(shown.filter((one) => one.id !== id)))}</Fragment>
  ))
}
