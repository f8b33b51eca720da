import { type OrderDetail, OrderConflict, type OrderNumbers } from '@showroom/contract/order/detail.schema'
import { useState } from 'react'
import type { RefusalShape } from '../../ui/failure'
import type { Versions } from '../../ui/form/compare'
import type { Side } from '../../ui/form/ConflictDialog'
import { freshValues, settle } from './order.conflict'
import { type OrderValues, valuesOfOrder } from './orderValues'

export interface ShownConflict {
  readonly versions: Versions<OrderValues>
  /** Fields of the wire that both changed. */
  readonly paths: readonly string[]
}

interface OpenConflict extends ShownConflict {
  readonly current: OrderDetail
}

/** What an edit is measured by, and what happens when somebody else has moved the order on meanwhile. */
export function useOrderConflict(opened: OrderDetail, clear: Partial<OrderNumbers>) {
  const [base, setBase] = useState(opened)
  const [open, setOpen] = useState<OpenConflict>()

  /** True when the refusal is a conflict, which is shown then. */
  const show = (refusal: RefusalShape, mine: OrderValues): boolean => {
    const told = OrderConflict.safeParse(refusal.answer).data
    if (!told) return false
    const original = freshValues(base, opened, clear)
    const current = freshValues(told.current, opened, clear)
    setOpen({ versions: { mine, current, original }, paths: told.conflicts, current: told.current })
    return true
  }
  /** Closes the conflict and gives what goes into the form. */
  const settleBy = (picks: Readonly<Record<string, Side>>): Partial<OrderValues> => {
    if (!open) return {}
    setBase(open.current)
    setOpen(undefined)
    return settle(open.versions, open.paths, picks)
  }
  return {
    rowVersion: base.rowVersion,
    /** As it was when the form opened, as the order shows it: what the server compares with. */
    original: valuesOfOrder(base),
    /** A conflict was settled: the form stands on a newer order than it opened with. */
    settled: base.rowVersion !== opened.rowVersion,
    shown: open as ShownConflict | undefined,
    show,
    settleBy,
    close: () => setOpen(undefined),
  }
}
