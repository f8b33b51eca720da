import { type ComponentType, memo, useLayoutEffect, useRef, useState } from 'react'

type Work = (...given: never[]) => unknown

/**
 * Like `memo`, but function props keep a stable identity and call the newest version. The component must not call them
 * while rendering.
 */
export function stableMemo<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  const Memoized = memo(Part)
  return (props) => <Memoized {...useStableProps(props)} />
}

/** Returns a function with a stable identity that calls the newest `newest`. Call it later, not while rendering. */
export const useStableCallback = <Newest extends Work>(newest: Newest): Newest =>
  useStableProps({ newest }).newest

/** Returns the props with each function replaced by a stable one that calls its newest version. */
function useStableProps<Given extends object>(given: Given): Given {
  const newest = useRef(given)
  useLayoutEffect(() => {
    newest.current = given
  })
  const [works] = useState(() => new Map<string, Work>())
  const stableOf = (name: string): Work => {
    const one = works.get(name) ?? ((...args) => (newest.current as Record<string, Work>)[name]?.(...args))
    works.set(name, one)
    return one
  }
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === 'function' ? stableOf(name) : value,
    ]),
  ) as Given
}
