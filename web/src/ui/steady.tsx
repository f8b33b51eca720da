import { type ComponentType, memo, useLayoutEffect, useRef, useState } from 'react'

type Work = (...given: never[]) => unknown

/**
 * A part that is drawn anew for other data only. The functions it is given stay the same ones for it and do what the newest ones do, so
 * it must not call them while it draws.
 */
export function steady<Props extends object>(Part: ComponentType<Props>): ComponentType<Props> {
  const Drawn = memo(Part)
  return (props) => <Drawn {...useSteady(props)} />
}

/** The same function always, that does what the newest one does: for what happens later, not while drawing. */
export const useNewest = <Newest extends Work>(newest: Newest): Newest => useSteady({ newest }).newest

/** What is given, each function in it by one that stays. */
function useSteady<Given extends object>(given: Given): Given {
  const newest = useRef(given)
  useLayoutEffect(() => {
    newest.current = given
  })
  const [kept] = useState(() => new Map<string, Work>())
  const steadyOf = (name: string): Work => {
    const one = kept.get(name) ?? ((...args) => (newest.current as Record<string, Work>)[name]?.(...args))
    kept.set(name, one)
    return one
  }
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      typeof value === 'function' ? steadyOf(name) : value,
    ]),
  ) as Given
}
