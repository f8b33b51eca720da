/** The fields of an order that its actions need. */
export interface OrderAtHand {
  readonly id: number
  readonly orderNo: string
  readonly orderStatus: number
}

/** Props of an order action's dialog. */
export interface OrderActionDialogProps {
  order: OrderAtHand
  customerId: number
  /** Called after success; the dialog closes itself. */
  onDone?: () => void
  /** Called after the closing animation; unmount the dialog then. */
  onClosed: () => void
}
