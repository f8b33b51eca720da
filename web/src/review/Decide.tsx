import type { FailRow } from '@showroom/contract/review/list.schema'
import { nameOf } from './review.labels'
import { RejectDefeatDialog } from '../customer/public'
import { RowActions, RowButton, type RowMarks } from '../ui/list/table/RowActions'

/** A reviewer's actions on a request. */
export interface Decisions {
  readonly agree: (row: FailRow) => void
  readonly reject: (row: FailRow) => void
  /** The request whose rejection is loading. */
  readonly opening: number | undefined
}

interface DecideProps {
  row: FailRow
  /** Undefined if the member may not decide. */
  decisions: Decisions | undefined
  marks?: RowMarks
}

export function Decide({ row, decisions, marks }: DecideProps) {
  if (!decisions) return null
  const { agree, reject, opening } = decisions
  return (
    <RowActions>
      <RowButton
        {...marks}
        aria-label={`同意战败 ${nameOf(row)}`}
        title="同意战败"
        onClick={() => agree(row)}
      >
        同意
      </RowButton>
      <RowButton
        loading={opening === row.requestId}
        aria-label={`驳回战败 ${nameOf(row)}`}
        title="驳回战败"
        onPointerEnter={RejectDefeatDialog.preload}
        onFocus={RejectDefeatDialog.preload}
        onClick={() => reject(row)}
      >
        驳回
      </RowButton>
    </RowActions>
  )
}
