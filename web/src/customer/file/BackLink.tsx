import { useMayEnter } from '../../frame/areas'
import { Back } from '../../ui/Back'
import { customerList } from '../list/customer.fields'

/**
 * Returns to the previous page with its filters. If the page was opened by URL, returns to the customer list, or for reviewers to their own
 * list.
 */
export const BackLink = () =>
  useMayEnter('/customer/list') ? (
    <Back to="/customer/list" search={customerList.last.search} />
  ) : (
    <Back to="/activity/fail-verify" />
  )
