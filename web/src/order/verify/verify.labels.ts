import { allocationStage } from '@showroom/contract/order/verify.rules'
import type { VerifyRow } from '@showroom/contract/order/verify.schema'
import { nowSeconds } from '../../api/clock'
import { buyerOf } from '../order.labels'
import { verifyTab } from './verify.fields'

export const tabNames: Readonly<Record<number, string>> = {
  [verifyTab.pending]: '待审核',
  [verifyTab.done]: '已审核',
}

export const stageNames: Readonly<Record<number, string>> = {
  [allocationStage.waiting]: '待配车',
  [allocationStage.making]: '厂家处理中',
  [allocationStage.equipped]: '已配车',
}

/** Label of a row: the buyer's name, or a fallback if it is empty. */
export const nameOf = (row: VerifyRow): string =>
  buyerOf(row) || row.customerName || row.customerPhone || '客户'

/** `3小时` or `2天4小时`: time waited since `since`. */
export function waitedText(since: number, now = nowSeconds()): string {
  const minutes = Math.max(0, Math.floor((now - since) / 60))
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)]
  if (days > 0) return hours > 0 ? `${days}天${hours}小时` : `${days}天`
  return hours > 0 ? `${hours}小时` : `${minutes}分钟`
}
