import type { May } from '@showroom/contract/kernel/call'
import { may, type MayEnter } from './areas'
import { guardArea } from './guard'
import type { MenuEntry } from './menu'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Permission to enter; every signed-in member by default. */
    mayEnter?: MayEnter
    /** The right that the screen needs. */
    needs?: May
    /** The screen's entry in the top menu. */
    menu?: MenuEntry
    /** The area of the screen if its address does not show it: the prefix of a menu entry. */
    area?: string
  }
}

/** A screen's guard, and its menu entry if it has one; spread into its route. */
export const enteredBy = (mayEnter: MayEnter, menu?: MenuEntry, area?: string) => ({
  staticData: { mayEnter, ...(menu && { menu }), ...(area && { area }) },
  beforeLoad: guardArea(mayEnter),
})

/** Like `enteredBy`, for a screen that needs the right of one call. The guard's message names what is missing. */
export const enteredFor = (
  needs: May,
  menu?: MenuEntry,
  mayEnter: MayEnter = (session) => may(session, { may: needs }),
) => {
  return {
    staticData: { mayEnter, needs, ...(menu && { menu }) },
    beforeLoad: guardArea(mayEnter, needs),
  }
}
