import type { CustomerAction } from '@showroom/contract/customer/customer.rules'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { createContext, use } from 'react'

/** Props of a customer action's dialog. */
export interface ActionDialogProps {
  profile: CustomerProfile
  /** Called after the closing animation; unmount the dialog then. */
  onClosed: () => void
}

/** Actions that the state table decides about, and actions that are always possible. */
export type ActionKey =
  | CustomerAction
  | 'deliver'
  | 'orderFollow'
  | 'edit'
  | 'annotate'
  | 'tag'
  | 'sms'
  | 'markSms'

/** Opens an action's dialog; undefined on a read-only page. */
export const OpenAction = createContext<((key: ActionKey) => void) | undefined>(undefined)
export const useOpenAction = () => use(OpenAction)
