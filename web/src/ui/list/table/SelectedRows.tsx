import { Button } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { TipButton } from '../../Tip'
import type { Selection } from './useSelection'
import { useOutOfSight } from '../../useOutOfSight'
import { withCommas } from '../../withCommas'

interface SelectedRowsProps {
  selection: Selection
  label: string
  /** The counted unit: 位, 条. */
  unit: string
  /** Allows selecting all rows the filters find: their total, and the largest number allowed. */
  whole?: { readonly total: number | undefined; readonly most: number }
  /** The actions for the selected rows; those of the head only while it is out of sight. */
  children: (size: 'small' | 'middle', isHeadAway: boolean) => ReactNode
}

/** Height of the sticky app header, in px. */
const headerPx = 56

/** Selection bar in the footer, visible at any scroll position. It moves no row while the user ticks boxes. */
export function SelectedRows({ selection, label, unit, whole, children }: SelectedRowsProps) {
  const [watch, isHeadAway] = useOutOfSight(headerPx)
  useEffect(() => watch(selection.head.current), [watch, selection.head])
  const { ids, isAll, choosing, end, setAll } = selection
  if (!choosing && !isAll && ids.length === 0) return null
  // Touch needs larger targets.
  const size = choosing ? 'middle' : 'small'
  const total = whole?.total ?? 0
  const isTooMuch = whole !== undefined && total > whole.most
  return (
    <div className="sr-selected" role="region" aria-label={label}>
      <span role="status">
        {isAll ? '已选全部' : '已选'} <b className="sr-num">{withCommas(isAll ? total : ids.length)}</b>{' '}
        {unit}
      </span>
      {whole && !isAll && ids.length > 0 && total > ids.length && (
        <TipButton
          tip={isTooMuch ? `一次最多操作${whole.most}${unit}，请缩小筛选范围` : ''}
          type="link"
          size={size}
          isBarred={isTooMuch}
          onClick={setAll}
        >
          选择全部 {withCommas(total)} {unit}
        </TipButton>
      )}
      <div className="sr-selected-actions">{children(size, isHeadAway || choosing)}</div>
      <Button type="link" size={size} onClick={end}>
        {choosing ? '取消' : '清除'}
      </Button>
    </div>
  )
}
