import { type OrderDetail, OrderConflict, type OrderNumbers } from '@showroom/contract/order/detail.schema'
import { getUserInfo } from '@showroom/contract/order/order.api'
import { useState } from 'react'
import { callApi } from '../../api/client'
import type { RefusalShape } from '../../ui/failure'
import type { Versions } from '../../ui/form/compare'
import type { Side } from '../../ui/form/ConflictDialog'
import { settle } from './order.conflict'
import { type OrderValues, valuesOfOrder } from './orderValues'

export interface ShownConflict {
  readonly versions: Versions<OrderValues>
  /** Fields of the wire that both changed. */
  readonly paths: readonly string[]
}

/** A version of the order, its numbers in clear: two that differ may look the same while they are masked. */
interface Base {
  readonly rowVersion: number
  readonly values: OrderValues
}

interface OpenConflict extends ShownConflict {
  readonly rowVersion: number
}

/** What an edit is measured by, and what happens when somebody else has moved the order on meanwhile. */
export function useOrderConflict(opened: OrderDetail, clear: Partial<OrderNumbers>) {
  const [base, setBase] = useState<Base>({
    rowVersion: opened.rowVersion,
    values: valuesOfOrder(opened, clear),
  })
  const [open, setOpen] = useState<OpenConflict>()

  /** True when the refusal is a conflict, which is shown then. Where the numbers of now cannot be had they stay masked, and as they are. */
  const show = async (refusal: RefusalShape, mine: OrderValues): Promise<boolean> => {
    const told = OrderConflict.safeParse(refusal.answer).data
    if (!told) return false
    const numbers = await callApi(getUserInfo, { orderId: opened.id }).catch(() => undefined)
    const versions = { mine, current: valuesOfOrder(told.current, numbers), original: base.values }
    setOpen({ versions, paths: told.conflicts, rowVersion: told.rowVersion })
    return true
  }
  /** Closes the conflict and gives what goes into the form. */
  const settleBy = (picks: Readonly<Record<string, Side>>): Partial<OrderValues> => {
    if (!open) return {}
    setBase({ rowVersion: open.rowVersion, values: open.versions.current })
    setOpen(undefined)
    return settle(open.versions, open.paths, picks)
  }
  return {
    rowVersion: base.rowVersion,
    /** As it was when the form opened: what the server compares with. */
    original: base.values,
    /** A conflict was settled: the form stands on a newer order than it opened with. */
    settled: base.rowVersion !== opened.rowVersion,
    shown: open as ShownConflict | undefined,
    show,
    settleBy,
    close: () => setOpen(undefined),
  }
}
