import { useMayEnter } from '../../frame/areas'
import { Back } from '../../ui/Back'
import { customerList } from '../list/customer.fields'

/** Back to where one came from, with its filters; to the list when the page was opened by its address, for a reviewer to theirs. */
export const BackLink = () =>
  useMayEnter('/customer/list') ? (
    <Back to="/customer/list" search={customerList.last.search} />
  ) : (
    <Back to="/activity/fail-verify" />
  )
