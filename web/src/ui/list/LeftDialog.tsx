import { Button, Modal } from 'antd'
import type { ReactNode } from 'react'
import { withCommas } from '../withCommas'

export interface LeftRow {
  /** 0 if there is no record to name. */
  readonly id: number
  readonly name: string
  readonly reason: string
}

interface LeftDialogProps {
  /** The action: 再分配. */
  action: string
  successTotal: number
  failTotal: number
  /** The first of the rows that the action left unchanged. */
  rows: readonly LeftRow[]
  /** The counted unit: 位, 条. */
  unit: string
  /** Renders a row's name, as a link if it leads somewhere. */
  renderName: (row: LeftRow) => ReactNode
  onClose: () => void
}

/** Lists the rows for which a bulk action failed, grouped by reason. */
export function LeftDialog(props: LeftDialogProps) {
  const { action, successTotal, failTotal, rows, unit, renderName, onClose } = props
  const reasons = [...new Set(rows.map(({ reason }) => reason))]
  return (
    <Modal
      open
      title={`${action} 成功 ${withCommas(successTotal)}，失败 ${withCommas(failTotal)}`}
      width={520}
      centered
      onCancel={onClose}
      footer={
        <Button type="primary" autoFocus onClick={onClose}>
          知道了
        </Button>
      }
    >
      <dl className="sr-left-rows">
        {reasons.map((reason) => {
          const left = rows.filter((row) => row.reason === reason)
          return (
            <div key={reason}>
              <dt>
                {reason} <span className="sr-num">{left.length}</span> {unit}
              </dt>
              <dd>
                {left
                  .filter(({ id }) => id > 0)
                  .map((row) => (
                    <span key={row.id}>{renderName(row)}</span>
                  ))}
              </dd>
            </div>
          )
        })}
      </dl>
      {failTotal > rows.length && (
        <p className="sr-quiet">
          另有 {withCommas(failTotal - rows.length)} {unit}，此处不一一列出。
        </p>
      )}
    </Modal>
  )
}
