import { confirmOrder } from '@showroom/contract/order/order.api'
import { orderCan } from '@showroom/contract/order/order.rules'
import type { VerifyRow } from '@showroom/contract/order/verify.schema'
import { useMemo, useState } from 'react'
import { may } from '../../frame/areas'
import { useSession } from '../../frame/session'
import { RowActions, RowButton, type RowMarks } from '../../ui/list/table/RowActions'
import { useKeptPlace } from '../../ui/queue/useKeptPlace'
import { useStableCallback } from '../../ui/stableMemo'
import { AgreeOrderDialog, RejectOrderDialog } from './DecideDialogs'
import { nameOf } from './verify.labels'

/** A reviewer's actions on an order of a list. */
export interface Decisions {
  readonly agree: (row: VerifyRow) => void
  readonly reject: (row: VerifyRow) => void
}

interface DecideProps {
  row: VerifyRow
  /** Undefined if the member may not decide. */
  decisions: Decisions | undefined
  marks?: RowMarks
}

/** 同意 and 驳回 of a waiting order; nothing for others. */
export const Decide = ({ row, decisions, marks }: DecideProps) =>
  decisions &&
  orderCan.review(row.status) && (
    <RowActions>
      <RowButton
        {...marks}
        aria-label={`同意 ${nameOf(row)} 的订单`}
        title="同意（A）"
        onClick={() => decisions.agree(row)}
      >
        同意
      </RowButton>
      <RowButton
        aria-label={`驳回 ${nameOf(row)} 的订单`}
        title="驳回（R）"
        onClick={() => decisions.reject(row)}
      >
        驳回
      </RowButton>
    </RowActions>
  )

/** The decisions on the rows of a list, if the member may make them, and the dialog of the current one. */
export function useDecisions(rows: readonly VerifyRow[] | undefined) {
  const [open, setOpen] = useState<{ row: VerifyRow; Dialog: typeof AgreeOrderDialog }>()
  const keepPlace = useKeptPlace(rows)
  const start = useStableCallback((row: VerifyRow, Dialog: typeof AgreeOrderDialog): void => {
    keepPlace(row)
    setOpen({ row, Dialog })
  })
  const isOffered = may(useSession(), confirmOrder)
  const decisions = useMemo(
    (): Decisions | undefined =>
      isOffered
        ? {
            agree: (row) => start(row, AgreeOrderDialog),
            reject: (row) => start(row, RejectOrderDialog),
          }
        : undefined,
    [isOffered, start],
  )
  const dialog = open && (
    <open.Dialog
      order={{ ...open.row, paymentAmount: open.row.paymentDown }}
      onClosed={() => setOpen(undefined)}
    />
  )
  return { decisions, dialog }
}
