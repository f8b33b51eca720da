import { Fragment, type ReactNode, useSyncExternalStore } from 'react'
import { createListeners } from '../api/listeners'

/** Dialogs that outlive the component that opened them: any code may show one over the page. */

interface Shown {
  readonly id: number
  readonly render: (close: () => void) => ReactNode
}

let entries: readonly Shown[] = []
let lastId = 0
const listeners = createListeners()

function put(next: readonly Shown[]): void {
  entries = next
  listeners.notify()
}

const store = {
  subscribe: listeners.subscribe,
  read: (): readonly Shown[] => entries,
}

/** Shows a dialog until `render`'s `close` is called. */
export function showOver(render: Shown['render']): void {
  lastId += 1
  put([...entries, { id: lastId, render }])
}

/** Container for these dialogs; mounted once, around every page of a signed-in member. */
export function Over() {
  const all = useSyncExternalStore(store.subscribe, store.read)
  return all.map(({ id, render }) => (
    <Fragment key={id}>{render(() => put(entries.filter((one) => one.id !== id)))}</Fragment>
  ))
}
