import type { ActionDialogProps } from '../actionDialog'
import { FollowDrawer } from './FollowDrawer'

/** Following up from the customer's own page. */
export const FollowFromFile = ({ profile, onClosed }: ActionDialogProps) => (
  <FollowDrawer customerId={profile.customer.id} name={profile.customer.name} onClosed={onClosed} />
)
