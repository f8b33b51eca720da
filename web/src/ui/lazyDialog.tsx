import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'

/** A dialog that is fetched when it is wanted; what it looks like is none of the page's weight. */
export type LazyDialog<Props> = ComponentType<Props> & {
  /** Fetches it ahead, when somebody is about to open it. A failure shows when it is really opened. */
  readonly preload: () => void
  /** The same for whoever waits for it: rejects when it cannot be fetched. */
  readonly load: () => Promise<unknown>
}

/** A dialog or drawer as a chunk of its own, rendered like itself: until it is there its `frame` is shown, or nothing. */
// @__NO_SIDE_EFFECTS__
export function lazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  frame: ReactNode = null,
): LazyDialog<Props> {
  const Loaded = lazy<ComponentType<Props>>(async () => ({ default: await load() }))
  const Dialog = (props: Props) => (
    <Suspense fallback={frame}>
      <Loaded {...props} />
    </Suspense>
  )
  return Object.assign(Dialog, { load, preload: () => void load().catch(() => undefined) })
}
