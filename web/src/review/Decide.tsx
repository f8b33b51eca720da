import type { FailRow } from '@showroom/contract/review/list.schema'
import { Button } from 'antd'
import { nameOf } from './review.labels'
import { RejectDefeatDialog } from '../customer/public'

/** A reviewer's actions on a request. */
export interface Decisions {
  readonly agree: (row: FailRow) => void
  readonly reject: (row: FailRow) => void
  /** The request whose rejection is loading. */
  readonly opening: number | undefined
}

interface DecideProps {
  row: FailRow
  decisions: Decisions
  /** Large buttons for touch, on a card. */
  large?: boolean
}

export function Decide({ row, decisions: { agree, reject, opening }, large = false }: DecideProps) {
  const size = large ? 'medium' : 'small'
  return (
    <span className="sr-review-decide">
      <Button
        type="primary"
        ghost
        size={size}
        aria-label={`同意战败 ${nameOf(row)}`}
        title="同意战败"
        onClick={() => agree(row)}
      >
        同意
      </Button>
      <Button
        size={size}
        loading={opening === row.requestId}
        aria-label={`驳回战败 ${nameOf(row)}`}
        title="驳回战败"
        onPointerEnter={RejectDefeatDialog.preload}
        onFocus={RejectDefeatDialog.preload}
        onClick={() => reject(row)}
      >
        驳回
      </Button>
    </span>
  )
}
