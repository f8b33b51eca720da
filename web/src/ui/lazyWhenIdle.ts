import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { whenIdle } from './whenIdle'

/** A part of the shell in its own chunk, fetched once the browser is idle, so that it delays no first page. */
// @__NO_SIDE_EFFECTS__
export const lazyWhenIdle = <Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => {
    await new Promise<void>((resolve) => void whenIdle(resolve))
    return { default: await fetch() }
  })
