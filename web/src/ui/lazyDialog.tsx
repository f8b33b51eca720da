import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

/** A dialog that is fetched when it is wanted; what it looks like is none of the page's weight. */
export type LazyDialog<Props> = ComponentType<Props> & {
  /** Fetches it ahead, when somebody is about to open it. A failure shows when it is really opened. */
  readonly preload: () => void
  /** The same for whoever waits for it: rejects when it cannot be fetched. */
  readonly load: () => Promise<unknown>
}

/**
 * A dialog or drawer as a chunk of its own, rendered like itself: until it is there its `frame` is shown, or nothing. One that was fetched
 * ahead is there at once. (Not by React's `lazy`: that suspends even then, and what was once suspended is held back for 300 ms.)
 */
// @__NO_SIDE_EFFECTS__
export function lazyDialog<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  frame: ReactNode = null,
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
            // While rendering, for the page's error boundary.
            throw error
          }),
      )
      return () => {
        isWanted = false
      }
    }, [Loaded])
    return Loaded ? <Loaded {...props} /> : frame
  }
  return Object.assign(Dialog, { load, preload: () => void load().catch(() => undefined) })
}
