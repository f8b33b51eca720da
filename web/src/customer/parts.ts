import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import type { TimelineRow } from '@showroom/contract/customer/timeline.schema'
import { type ComponentType, createContext, use } from 'react'
import type { MayEnter } from '../frame/areas'
import type { LazyDialog } from '../ui/lazyDialog'
import type { RecordProps } from '../ui/RecordDialog'
import type { ActionEntry } from './actionDialog'

/** A card on the customer's page. The page draws its frame and its title. */
export interface FileCard {
  readonly title: string
  /** A short text beside the title; empty for none. */
  readonly countOf: (profile: CustomerProfile) => string
  readonly Content: LazyDialog<{ profile: CustomerProfile }>
}

/** A link from a timeline row to one of its records; available on read-only pages too. */
export interface TimelineLink {
  readonly label: string
  readonly idOf: (row: TimelineRow) => number
  /** Permission check; everyone by default. */
  readonly mayOpen?: MayEnter
  /** Opens the record: a dialog, or the address of a page with its own window. */
  readonly opens:
    | { readonly Dialog: ComponentType<RecordProps> }
    | { readonly hrefOf: (id: number) => string }
}

/**
 * The parts of a customer's page and timeline that belong to rooms above this one, which import it and not the other
 * way round. A room defines its parts in `<room>.customer.ts`; `app/customerParts.ts` lists them.
 */
export interface CustomerParts {
  /** Shown after the page's own main actions. */
  readonly actions: readonly ActionEntry[]
  readonly cards: readonly FileCard[]
  readonly links: readonly TimelineLink[]
}

/** Set once, around all pages. */
export const CustomerPartsContext = createContext<CustomerParts>({ actions: [], cards: [], links: [] })
export const useCustomerParts = (): CustomerParts => use(CustomerPartsContext)
