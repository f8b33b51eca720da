import type {
  CustomerAction,
  CustomerRights,
  CustomerState,
} from '@showroom/contract/customer/customer.rules'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { type ComponentType, createContext, use } from 'react'
import type { LazyDialog } from '../ui/lazyDialog'
import type { FileState } from './customerState'

/** Props of a customer action's dialog. */
export interface ActionDialogProps {
  profile: CustomerProfile
  /** Called after the closing animation; unmount the dialog then. */
  onClosed: () => void
}

/**
 * Actions that the state table decides about, actions that are always possible, and those of other rooms, which begin
 * with the room's name: `order.deliver`.
 */
export type ActionKey =
  | CustomerAction
  | 'edit'
  | 'annotate'
  | 'tag'
  | 'sms'
  | 'markSms'
  | `${string}.${string}`

/** An action on a customer. */
export interface ActionEntry {
  readonly key: ActionKey
  readonly label: string | ((state: FileState) => string)
  /** Letter key that opens it. */
  readonly shortcut?: string
  /** Place where it is offered: as a large button, as a small icon, under 更多, or elsewhere on the page through `useOpenAction`. */
  readonly place: 'button' | 'icon' | 'more' | 'page'
  readonly icon?: ComponentType
  readonly can: (state: FileState, rights: CustomerRights) => boolean
  /** Reason shown beside the disabled button. Without one the action is hidden while it is impossible. */
  readonly whyNot?: (state: CustomerState, rights: CustomerRights) => string
  /** Each dialog is a separate chunk, preloaded while the page is shown. */
  readonly Dialog: LazyDialog<ActionDialogProps>
}

/** Opens an action's dialog; undefined on a read-only page. */
export const OpenAction = createContext<((key: ActionKey) => void) | undefined>(undefined)
export const useOpenAction = () => use(OpenAction)
