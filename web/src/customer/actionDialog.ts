import type { CustomerAction } from '@showroom/contract/customer/customer.rules'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { createContext, use } from 'react'

/** What the dialog of an action on a customer is given. */
export interface ActionDialogProps {
  profile: CustomerProfile
  /** Unmount it then. */
  onClosed: () => void
}

/** What the state table decides about, and what is always possible. */
export type ActionKey = CustomerAction | 'deliver' | 'orderFollow' | 'edit' | 'annotate' | 'tag' | 'sms'

/** Opens the dialog of an action; nothing where the page is for reading only. */
export const OpenAction = createContext<((key: ActionKey) => void) | undefined>(undefined)
export const useOpenAction = () => use(OpenAction)
