import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { type FindAnswer, mostFound } from '@showroom/contract/find/find.schema'
import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { mayEnterScreen } from '../../frame/areas'
import { type Finder, offeredActions, type Way } from '../../frame/finder'
import { menuOf } from '../../frame/menu'
import { activityMenuOf } from '../activityMenu'
import { finders } from '../finders'
import { managerMenuOf } from '../managerMenu'
import type { Opened } from './lastOpened'

/** What the palette offers: records that were found or opened last, what can be done, and pages. */

export interface Item {
  /** Among all of them. */
  readonly key: string
  readonly name: string
  /** Masked; of a record. */
  readonly number?: string
  readonly hint?: string | undefined
  readonly mark?: ReactNode
  /** The key that does it without the palette. */
  readonly keys?: string | undefined
  run(this: void): void
}

export interface Group {
  readonly title: string
  readonly items: readonly Item[]
}

/** Where the palette is, and who has it. */
export interface Place {
  readonly router: AnyRouter
  readonly session: SessionInfo
}

const isGiven = ({ items }: Group): boolean => items.length > 0

/** Whether the member may go there: a way that only turns back is not offered. */
function mayGo({ router, session }: Place, { to }: Way): boolean {
  const screen = (router.routesByPath as Record<string, AnyRoute | undefined>)[String(to)]
  return screen !== undefined && mayEnterScreen(screen, session)
}

const go =
  ({ router }: Place, way: Way) =>
  (): void =>
    void router.navigate(way)

/** The finders whose records the member may open. */
const findersOf = (place: Place): readonly Finder[] => finders.filter(({ wayTo }) => mayGo(place, wayTo(1)))

const recordsOf = (place: Place, { ids, foundIn, wayTo }: Finder, answer: FindAnswer): Item[] =>
  foundIn(answer).map((found) => ({ ...found, key: `${ids}-${found.id}`, run: go(place, wayTo(found.id)) }))

/** The records that were found; where there may be more, the list that has them all. */
export const foundGroups = (place: Place, answer: FindAnswer | undefined, keyword: string): Group[] =>
  answer === undefined
    ? []
    : findersOf(place)
        .map((finder): Group => {
          const items = recordsOf(place, finder, answer)
          const { title, way } = finder.list
          const all: Item = {
            key: `${finder.ids}-all`,
            name: `在${title}中查看全部`,
            // What is searched for stays out of the address: it may be a number or a name.
            run: go(place, { ...way, state: { keyword } }),
          }
          return { title: finder.title, items: items.length < mostFound ? items : [...items, all] }
        })
        .filter(isGiven)

/** The records that were opened last, in that order. */
export function openedGroups(
  place: Place,
  answer: FindAnswer | undefined,
  opened: readonly Opened[],
): Group[] {
  if (answer === undefined) return []
  const all = new Map(
    findersOf(place).flatMap((finder) => recordsOf(place, finder, answer).map((item) => [item.key, item])),
  )
  const items = opened.flatMap(([ids, id]) => all.get(`${ids}-${id}`) ?? [])
  return [{ title: '最近打开', items }].filter(isGiven)
}

/** What can be done here and anywhere, and the pages: those whose words hold the text. */
export function ownGroups(place: Place, text: string): Group[] {
  const word = text.toLowerCase()
  const groups = [...offeredGroups(), everywhere(place), pages(place)]
  const isMeant = ({ name, hint = '' }: Item): boolean => `${name} ${hint}`.toLowerCase().includes(word)
  return groups
    .map(({ title, items }) => ({ title, items: word === '' ? items : items.filter(isMeant) }))
    .filter(isGiven)
}

const offeredGroups = (): Group[] =>
  offeredActions().map(({ about, actions }) => ({
    title: about,
    items: actions.map(({ title, keys, run }) => ({ key: `${about}-${title}`, name: title, keys, run })),
  }))

const everywhere = (place: Place): Group => ({
  title: '操作',
  items: finders
    .flatMap(({ offers = [] }) => offers)
    .filter(({ may, way }) => may(place.session) && mayGo(place, way))
    .map(({ title, keys, way }) => ({ key: title, name: title, keys, run: go(place, way) })),
})

/** Those of the menus, once each; without those that are still to be built. */
function pages(place: Place): Group {
  const { router, session } = place
  const entries = [
    ...menuOf(router, session).filter(({ locked }) => locked === undefined),
    ...activityMenuOf(router, session),
    ...managerMenuOf(router, session),
  ].map(({ to, title, ...entry }) => ({ to, title, about: 'about' in entry ? entry.about : undefined }))
  const isBuilt = (to: string): boolean =>
    (router.routesByPath as Record<string, AnyRoute | undefined>)[to]?.options.staticData?.coming ===
    undefined
  const once = new Map(entries.filter(({ to }) => isBuilt(to)).map((entry) => [entry.to, entry]))
  return {
    title: '页面',
    items: [...once.values()].map(({ to, title, about }) => ({
      key: to,
      name: title,
      hint: about,
      run: go(place, { to } as Way),
    })),
  }
}
