import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import './loading-line.css'

/** A dialog or part whose code is loaded on demand and is not part of the page's bundle. */
export type LazyDialog<Props> = ComponentType<Props> & {
  /** Loads the code ahead, when the user is about to open the dialog. A failure only shows when the dialog is opened. */
  readonly preload: () => void
  /** Loads the code like `preload`, but rejects on failure. */
  readonly load: () => Promise<unknown>
}

/**
 * A dialog or drawer in its own chunk, rendered like the component itself; shows `frame` until it is loaded (null
 * where no press asked for it), and renders at once if it was preloaded. React's `lazy` is not used because it
 * suspends even then, and React holds back suspended content for 300 ms.
 */
// @__NO_SIDE_EFFECTS__
export function lazyDialog<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  frame: ReactNode | ((props: Props) => ReactNode) = <LoadingLine />,
): LazyDialog<Props> {
  let fetched: ComponentType<Props> | undefined
  const load = async (): Promise<ComponentType<Props>> => (fetched ??= await fetch())
  const Dialog = (props: Props) => {
    const [Loaded, setLoaded] = useState(() => fetched)
    useEffect(() => {
      if (Loaded) return undefined
      let isWanted = true
      load().then(
        (loaded) => isWanted && setLoaded(() => loaded),
        (error: unknown) =>
          isWanted &&
          setLoaded(() => {
            // Throws during rendering, so that the page's error boundary catches it.
            throw error
          }),
      )
      return () => {
        isWanted = false
      }
    }, [Loaded])
    if (Loaded) return <Loaded {...props} />
    return typeof frame === 'function' ? frame(props) : frame
  }
  return Object.assign(Dialog, { load, preload: () => void load().catch(() => undefined) })
}

/** A line at the top of the window, shown after an instant: on a slow network a dialog's code takes seconds. */
function LoadingLine() {
  return createPortal(
    <div className="sr-loading-line" role="progressbar" aria-label="加载中" />,
    document.body,
  )
}
