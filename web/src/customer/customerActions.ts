import {
  type CustomerAction,
  customerCan,
  type CustomerState,
} from '@showroom/contract/customer/customer.rules'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { type ComponentType, lazy } from 'react'
import { whyNoFollow } from './customerState'

export interface ActionDialogProps {
  profile: CustomerProfile
  /** Unmount it then. */
  onClosed: () => void
}
type Dialog = ComponentType<ActionDialogProps>

export interface ActionEntry {
  readonly key: CustomerAction
  readonly label: string
  /** One letter that opens it. */
  readonly shortcut?: string
  readonly can: (state: CustomerState) => boolean
  /** Told beside the disabled button. An action without it is left out where it makes no sense. */
  readonly whyNot?: (state: CustomerState) => string
  /** Each dialog is its own chunk, fetched while the page is being read. */
  readonly Dialog: Dialog
  readonly preload: () => Promise<unknown>
}

const dialog = (load: () => Promise<Dialog>): Pick<ActionEntry, 'Dialog' | 'preload'> => ({
  Dialog: lazy(() => load().then((component) => ({ default: component }))),
  preload: load,
})

/** The actions on a customer, the most frequent first. A new one is one entry and its dialog. */
export const actions: readonly ActionEntry[] = [
  {
    key: 'follow',
    label: '跟进',
    shortcut: 'f',
    can: customerCan.follow,
    whyNot: whyNoFollow,
    ...dialog(() => import('./FollowDialog').then((module) => module.FollowDialog)),
  },
]
