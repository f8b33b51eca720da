import { targetLabel } from '@showroom/contract/target/target.rules'
import { Button } from 'antd'
import type { GridRow } from './grid'
import type { Cell } from './TargetGrid'

interface TargetNoteProps {
  cell: Cell | undefined
  rows: readonly GridRow[]
  onHistory?: () => void
}

/** The pace of the focused cell. */
export function TargetNote({ cell, rows, onHistory }: TargetNoteProps) {
  const row = rows.find(({ id }) => id === cell?.id)
  if (!cell || !row)
    return <p className="sr-panel sr-target-note sr-quiet">选中一格，在此查看进度与修改记录。</p>
  const { done, target, due, forecast, low, high, perDay } = row.numbers[cell.measure]
  const facts = [
    `已完成 ${done}`,
    ...(target === null ? [] : [`目标 ${target}`]),
    ...(due === null || due === target ? [] : [`到现在应完成 ${due}`]),
    ...(forecast === null || forecast === done
      ? []
      : [`预计 ${forecast}${low === null || high === null || low === high ? '' : `（${low}–${high}）`}`]),
    ...(perDay === null || perDay === 0 ? [] : [`每天还需 ${perDay}`]),
  ]
  return (
    <section className="sr-panel sr-target-note" aria-label="进度" aria-live="polite">
      <strong className="sr-cut">
        {row.name} · {targetLabel(cell.measure)}
      </strong>
      <span className="sr-num">{facts.join('，')}</span>
      {onHistory && (
        <Button type="link" size="small" onClick={onHistory}>
          修改记录
        </Button>
      )}
    </section>
  )
}
