import { Button } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'
import './ListFoot.css'
import { withCommas } from '../withCommas'

interface MoreRowsProps {
  count: number
  total: number
  /** The counted unit: 位, 条. */
  unit: string
  isLoading: boolean
  /** Loading fails until the user asks again. */
  isFailed: boolean
  onMore: () => void
}

/** How far below the window the end of the cards may be when the next ones load, in pixels. */
const ahead = 600

/** The end of a phone's cards: loads more when it comes near, or by its button. */
export function MoreRows({ count, total, unit, isLoading, isFailed, onMore }: MoreRowsProps) {
  const end = useRef<HTMLDivElement>(null)
  const isMore = count < total
  const more = useEffectEvent(onMore)
  const waits = isMore && !isLoading && !isFailed
  useEffect(() => {
    if (!waits || !end.current) return undefined
    const watcher = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && more(), {
      rootMargin: `0px 0px ${ahead}px`,
    })
    watcher.observe(end.current)
    return () => watcher.disconnect()
  }, [waits, count])
  return (
    <div ref={end} className="sr-list-more">
      <span className="sr-quiet" role="status">
        {isMore
          ? `已显示 ${withCommas(count)} ${unit}，共 ${withCommas(total)} ${unit}`
          : `共 ${withCommas(total)} ${unit}，已全部显示`}
      </span>
      {isMore && (
        <Button block loading={isLoading} onClick={onMore}>
          加载更多
        </Button>
      )}
    </div>
  )
}
