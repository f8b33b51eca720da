import { lazyRouteComponent } from '@tanstack/react-router'
import type { MayEnter } from './areas'
import { guardArea } from './guard'
import type { MenuEntry } from './menu'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Permission to enter; every signed-in member by default. */
    mayEnter?: MayEnter
    /** The screen's entry in the top menu. */
    menu?: MenuEntry
    /** The area of the screen if its address does not show it: the prefix of a menu entry. */
    area?: string
    /** The name of a screen that is not built yet. */
    coming?: string
  }
}

/** A screen's guard, and its menu entry if it has one; spread into its route. */
export const enteredBy = (mayEnter: MayEnter, menu?: MenuEntry, area?: string) => ({
  staticData: { mayEnter, ...(menu && { menu }), ...(area && { area }) },
  beforeLoad: guardArea(mayEnter),
})

const everybody: MayEnter = () => true

/** Route options of a screen that is not built yet, with its future guard. */
export const coming = (title: string, mayEnter: MayEnter = everybody, menu?: MenuEntry) => ({
  staticData: { coming: title, mayEnter, ...(menu && { menu }) },
  beforeLoad: guardArea(mayEnter),
  component: lazyRouteComponent(() => import('./ComingPage'), 'ComingPage'),
})
