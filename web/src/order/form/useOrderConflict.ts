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
  /** Request fields that both users changed. */
  readonly paths: readonly string[]
}

/** A version of the order with unmasked numbers: different numbers may look the same when masked. */
interface Base {
  readonly rowVersion: number
  readonly values: OrderValues
}

interface OpenConflict extends ShownConflict {
  readonly rowVersion: number
}

/** The version that the form is compared with, and the conflict dialog for a concurrent save. */
export function useOrderConflict(opened: OrderDetail, clear: Partial<OrderNumbers>) {
  const [base, setBase] = useState<Base>({
    rowVersion: opened.rowVersion,
    values: valuesOfOrder(opened, clear),
  })
  const [open, setOpen] = useState<OpenConflict>()

  /** Shows the conflict and returns true if the refusal is one. If the current numbers cannot be loaded they stay masked and unchanged. */
  const show = async (refusal: RefusalShape, mine: OrderValues): Promise<boolean> => {
    const conflict = OrderConflict.safeParse(refusal.answer).data
    if (!conflict) return false
    const numbers = await callApi(getUserInfo, { orderId: opened.id }, { withoutKey: 'secret' }).catch(
      () => undefined,
    )
    const versions = { mine, current: valuesOfOrder(conflict.current, numbers), original: base.values }
    setOpen({ versions, paths: conflict.conflicts, rowVersion: conflict.rowVersion })
    return true
  }
  /** Closes the conflict and returns the values to put into the form. */
  const mergeBy = (picks: Readonly<Record<string, Side>>): Partial<OrderValues> => {
    if (!open) return {}
    setBase({ rowVersion: open.rowVersion, values: open.versions.current })
    setOpen(undefined)
    return settle(open.versions, open.paths, picks)
  }
  return {
    rowVersion: base.rowVersion,
    /** The values when the form opened; the server compares with them. */
    original: base.values,
    /** True once a conflict was resolved: the form is based on a newer version than it opened with. */
    settled: base.rowVersion !== opened.rowVersion,
    shown: open as ShownConflict | undefined,
    show,
    mergeBy,
    close: () => setOpen(undefined),
  }
}
