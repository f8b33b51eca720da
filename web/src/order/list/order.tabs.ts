import { holdingStatuses, orderStatus } from '@showroom/contract/order/order.rules'

const { waitingSubmit, submitted, rejected, delivered, completed, cancelled } = orderStatus
/** Common statuses as tabs. An order that the maker has delivered no longer waits for its car. */
export const statusTabs: readonly { label: string; statuses: readonly number[] }[] = [
  { label: '全部', statuses: [] },
  { label: '待提交', statuses: [waitingSubmit] },
  { label: '已提交', statuses: [submitted] },
  { label: '已驳回', statuses: [rejected] },
  { label: '待交车', statuses: holdingStatuses },
  { label: '已交车', statuses: [delivered] },
  { label: '已完成', statuses: [completed] },
  { label: '已取消', statuses: [cancelled] },
]
