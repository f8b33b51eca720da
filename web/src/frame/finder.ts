import type { SessionInfo } from '@showroom/contract/access/access.schema'
import type { FindAnswer } from '@showroom/contract/find/find.schema'
import type { NavigateOptions, ParsedLocation } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'

/** A room's part of the global search (Ctrl+K): `<room>.finder.tsx`, listed in app/finders.ts. */

/** A found record, as shown among others. */
export interface Found {
  readonly id: number
  readonly name: string
  /** The masked number. */
  readonly number: string
  /** Distinguishes it from others with the same name. */
  readonly hint: string
  /** The record's level or state. */
  readonly mark?: ReactNode
  /** Replaces `linkTo` where the member may not open the record. */
  readonly link?: NavigateOptions | undefined
}

export interface Finder {
  /** The request field that reads records again by id: `customerIds`. */
  readonly ids: 'customerIds' | 'clueIds' | 'orderIds'
  /** The name of its records: 客户. */
  readonly title: string
  foundIn(this: void, answer: FindAnswer, session: SessionInfo): Found[]
  linkTo(this: void, id: number): NavigateOptions
  /** The id of the record that is open at an address; 0 for none. */
  openedAt(this: void, location: Pick<ParsedLocation, 'pathname' | 'search'>): number
  /** The pages that find all matches of a keyword, with their names: the first one that the member may enter is offered. */
  readonly lists: readonly { readonly title: string; readonly link: NavigateOptions }[]
  /** Actions of the room that are available on any page. */
  readonly offers?: readonly {
    readonly title: string
    readonly keys?: string
    readonly link: NavigateOptions
    readonly may: (session: SessionInfo) => boolean
  }[]
}

/** An action on the record on screen. */
export interface PageAction {
  readonly title: string
  /** The page's shortcut for it. */
  readonly keys?: string | undefined
  run(this: void): void
}

interface Offered {
  /** The subject of the actions: a customer's name. */
  readonly about: string
  readonly actions: readonly PageAction[]
}

const offered = new Set<RefObject<Offered>>()

/** Offers the page's own actions in the palette while it is on screen. */
export function useOfferActions(about: string, actions: readonly PageAction[]): void {
  const latest = useRef<Offered>({ about, actions })
  useEffect(() => {
    latest.current = { about, actions }
  })
  useEffect(() => {
    offered.add(latest)
    return () => void offered.delete(latest)
  }, [])
}

/** Actions that the pages on screen offer now. */
export const offeredActions = (): readonly Offered[] => [...offered].map(({ current }) => current)
