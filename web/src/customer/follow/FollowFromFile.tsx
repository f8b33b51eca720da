import type { ActionDialogProps } from '../actionDialog'
import { FollowDrawer } from './FollowDrawer'

/** Opens the follow-up drawer from the customer's page. */
export const FollowFromFile = ({ profile, onClosed }: ActionDialogProps) => (
  <FollowDrawer customerId={profile.customer.id} name={profile.customer.name} onClosed={onClosed} />
)
