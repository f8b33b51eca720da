import type { SessionInfo } from '@showroom/contract/access/access.schema'
import type { FindAnswer } from '@showroom/contract/find/find.schema'
import type { NavigateOptions, ParsedLocation } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'

/** What a room says of what is found of it from anywhere (Ctrl+K): `<room>.finder.tsx`, listed in app/finders.ts. */

/** Where something stands: what `navigate` takes. */
export type Way = NavigateOptions

/** A record, as it is shown among others. */
export interface Found {
  readonly id: number
  readonly name: string
  /** Masked. */
  readonly number: string
  /** What tells it from others of that name. */
  readonly hint: string
  /** Its level or state. */
  readonly mark?: ReactNode
}

export interface Finder {
  /** What the call reads a record of it again by: `customerIds`. */
  readonly ids: 'customerIds' | 'clueIds' | 'orderIds'
  /** What its records are: 客户. */
  readonly title: string
  foundIn(this: void, answer: FindAnswer): Found[]
  wayTo(this: void, id: number): Way
  /** The id of the record that is open at an address; 0 for none. */
  openedAt(this: void, location: Pick<ParsedLocation, 'pathname' | 'search'>): number
  /** The list where a keyword finds all of them, and its name. */
  readonly list: { readonly title: string; readonly way: Way }
  /** What the room offers wherever one is. */
  readonly offers?: readonly {
    readonly title: string
    readonly keys?: string
    readonly way: Way
    readonly may: (session: SessionInfo) => boolean
  }[]
}

/** Something that can be done with what is on screen. */
export interface PageAction {
  readonly title: string
  /** The key that does it on the page. */
  readonly keys?: string | undefined
  run(this: void): void
}

interface Offered {
  /** What it is done with: a customer's name. */
  readonly about: string
  readonly actions: readonly PageAction[]
}

const offered = new Set<RefObject<Offered>>()

/** Offers the page's own actions in the palette, for as long as it is on screen. */
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

/** What the pages on screen offer now. */
export const offeredActions = (): readonly Offered[] => [...offered].map(({ current }) => current)
