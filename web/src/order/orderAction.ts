/** An order, as far as its actions need it. */
export interface OrderAtHand {
  readonly id: number
  readonly orderNo: string
  readonly orderStatus: number
}

/** What the dialog of an action on an order is given. */
export interface OrderActionDialogProps {
  order: OrderAtHand
  customerId: number
  /** It went through: the dialog closes by itself. */
  onDone?: () => void
  /** Unmount it then. */
  onClosed: () => void
}
