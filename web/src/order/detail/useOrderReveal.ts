import { getUserInfo } from '@showroom/contract/order/order.api'
import type { OrderNumbers } from '@showroom/contract/order/detail.schema'
import { callApi } from '../../api/client'
import { type Reveal, useClearText } from '../../customer/public'

/** Shows the buyer's numbers and address unmasked for 30 seconds. */
export const useOrderReveal = (orderId: number): Reveal<OrderNumbers> =>
  useClearText(orderId, getUserInfo, () => callApi(getUserInfo, { orderId }, { withoutKey: 'secret' }))
