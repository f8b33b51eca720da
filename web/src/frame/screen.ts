import { lazyRouteComponent } from '@tanstack/react-router'
import type { MayEnter } from './areas'
import { guardArea } from './guard'
import type { MenuEntry } from './menu'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Who may enter; everybody who is signed in where nothing is said. */
    mayEnter?: MayEnter
    /** Its place in the menu at the top. */
    menu?: MenuEntry
    /** The area that it belongs to, where its address does not say so: a prefix that an entry of the menu has. */
    area?: string
    /** The name of a screen that is still to be built. */
    coming?: string
  }
}

/** A screen's guard, and its menu entry if it has one: spread into its route. */
export const enteredBy = (mayEnter: MayEnter, menu?: MenuEntry, area?: string) => ({
  staticData: { mayEnter, ...(menu && { menu }), ...(area && { area }) },
  beforeLoad: guardArea(mayEnter),
})

const everybody: MayEnter = () => true

/** What a screen has that is still to be built: guarded as it will be. */
export const coming = (title: string, mayEnter: MayEnter = everybody, menu?: MenuEntry) => ({
  staticData: { coming: title, mayEnter, ...(menu && { menu }) },
  beforeLoad: guardArea(mayEnter),
  component: lazyRouteComponent(() => import('./ComingPage'), 'ComingPage'),
})
