/** Pure rules for orders between submission and delivery (docs/product/order.md). */

/** How far an approved order is on its way to a car. */
export const allocationStage = { waiting: 0, making: 1, equipped: 2 } as const

/** The statuses of each stage. */
export const stageStatuses: Readonly<Record<number, readonly number[]>> = {
  [allocationStage.waiting]: [3],
  [allocationStage.making]: [15, 16, 17],
  [allocationStage.equipped]: [4],
}

/** Statuses of an order that waits for a car or has one on its way. */
export const onTheWay: readonly number[] = Object.values(stageStatuses).flat()

/** Reasons why an order needs attention. The codes are stored in the database. */
export const orderAlert = { reviewLate: 1, deliveryNear: 2, deliveryPast: 3, depositMissing: 4 } as const
export type OrderAlert = (typeof orderAlert)[keyof typeof orderAlert]

/** Texts of the alerts in lists. */
export const alertTexts: Readonly<Record<OrderAlert, string>> = {
  1: '审核超24小时',
  2: '临近交车',
  3: '已过交车日期',
  4: '未收定金',
}

/** Hours that a review may take. */
export const reviewWithinHours = 24
/** Within this many days before the planned delivery an order should have its car. */
export const nearDeliveryDays = 3
