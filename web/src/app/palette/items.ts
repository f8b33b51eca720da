import type { SessionInfo } from '@showroom/contract/access/access.schema'
import { type FindAnswer, mostFound } from '@showroom/contract/find/find.schema'
import type { AnyRoute, AnyRouter, NavigateOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { appearanceNames, appearances, chooseAppearance } from '../../frame/appearance'
import { mayEnterScreen } from '../../frame/areas'
import { type Finder, offeredActions } from '../../frame/finder'
import { menuOf } from '../../frame/menu'
import { activityMenuOf } from '../activityMenu'
import { finders } from '../finders'
import { managerMenuOf } from '../managerMenu'
import { ownPages } from '../ownPages'
import { reportMenuOf } from '../reportMenu'
import type { Opened } from './lastOpened'
import { contains } from '../../ui/found'

/** Items of the palette: found or recently opened records, actions, and pages. */

export interface Item {
  /** Unique among all items. */
  readonly key: string
  readonly name: string
  /** The masked number of a record. */
  readonly number?: string
  readonly hint?: string | undefined
  readonly mark?: ReactNode
  /** The shortcut of the action outside the palette. */
  readonly keys?: string | undefined
  run(this: void): void
}

export interface Group {
  readonly title: string
  readonly items: readonly Item[]
}

/** The router and the session around the palette. */
export interface Place {
  readonly router: AnyRouter
  readonly session: SessionInfo
  /** Shows the keys of the page. */
  readonly showKeys: () => void
}

const isGiven = ({ items }: Group): boolean => items.length > 0

/** Whether the member may enter the target: a link that would only redirect is not offered. */
function mayGo({ router, session }: Place, { to }: NavigateOptions): boolean {
  const screen = (router.routesByPath as Record<string, AnyRoute | undefined>)[String(to)]
  return screen !== undefined && mayEnterScreen(screen, session)
}

const go =
  ({ router }: Place, way: NavigateOptions) =>
  (): void =>
    void router.navigate(way)

/** The records that lead the member somewhere. */
const recordsOf = (place: Place, { ids, foundIn, linkTo }: Finder, answer: FindAnswer): Item[] =>
  foundIn(answer, place.session).flatMap(({ link, ...match }) => {
    const way = link ?? linkTo(match.id)
    return mayGo(place, way) ? [{ ...match, key: `${ids}-${match.id}`, run: go(place, way) }] : []
  })

/** The found records; if there may be more, with a link to the full list. */
export const foundGroups = (place: Place, answer: FindAnswer | undefined, keyword: string): Group[] =>
  answer === undefined
    ? []
    : finders
        .map((finder): Group => {
          const items = recordsOf(place, finder, answer)
          const list = finder.lists.find(({ link: way }) => mayGo(place, way))
          const all = list && {
            key: `${finder.ids}-all`,
            name: `在${list.title}中查看全部`,
            // The keyword stays out of the address: it may be a number or a name.
            run: go(place, { ...list.link, state: { keyword } }),
          }
          return { title: finder.title, items: all && items.length >= mostFound ? [...items, all] : items }
        })
        .filter(isGiven)

/** The last opened records, in that order. */
export function openedGroups(
  place: Place,
  answer: FindAnswer | undefined,
  opened: readonly Opened[],
): Group[] {
  if (answer === undefined) return []
  const all = new Map(
    finders.flatMap((finder) => recordsOf(place, finder, answer).map((item) => [item.key, item])),
  )
  const items = opened.flatMap(([ids, id]) => all.get(`${ids}-${id}`) ?? [])
  return [{ title: '最近打开', items }].filter(isGiven)
}

/** The actions of this page, those available anywhere, and the pages, filtered by the text. */
export function ownGroups(place: Place, text: string): Group[] {
  const groups = [...offeredGroups(), everywhere(place), pages(place)]
  const isMeant = ({ name, hint = '' }: Item): boolean => contains(`${name} ${hint}`, text)
  return groups
    .map(({ title, items }) => ({ title, items: text === '' ? items : items.filter(isMeant) }))
    .filter(isGiven)
}

const offeredGroups = (): Group[] =>
  offeredActions().map(({ about, actions }) => ({
    title: about,
    items: actions.map(({ title, keys, run }) => ({ key: `${about}-${title}`, name: title, keys, run })),
  }))

const everywhere = (place: Place): Group => ({
  title: '操作',
  items: [
    ...finders
      .flatMap(({ offers = [] }) => offers)
      .filter(({ may, link: way }) => may(place.session) && mayGo(place, way))
      .map(({ title, keys, link: way }) => ({ key: title, name: title, keys, run: go(place, way) })),
    ...appearances.map((look) => ({
      key: look,
      name: appearanceNames[look],
      hint: '外观',
      run: () => chooseAppearance(look),
    })),
    { key: 'keys', name: '快捷键', keys: '?', run: place.showKeys },
  ],
})

/** The pages of the menus, each once. */
function pages(place: Place): Group {
  const { router, session } = place
  const entries = [
    ...menuOf(router, session).filter(({ locked }) => locked === undefined),
    ...activityMenuOf(router, session),
    ...managerMenuOf(router, session),
    ...reportMenuOf(router, session).map((entry) => ({ ...entry, about: '报表' })),
    ...ownPages.filter((link) => mayGo(place, link)),
  ].map(({ to, title, ...entry }) => ({
    to,
    title,
    about: 'about' in entry ? (entry.about as string | undefined) : undefined,
  }))
  const once = new Map(entries.map((entry) => [entry.to, entry]))
  return {
    title: '页面',
    items: [...once.values()].map(({ to, title, about }) => ({
      key: to,
      name: title,
      hint: about,
      run: go(place, { to } as NavigateOptions),
    })),
  }
}
