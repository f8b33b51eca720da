import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { inShanghai } from '@showroom/contract/kernel/day'
import { wallDateType } from '@showroom/contract/report/wall.rules'
import type { WallDateType } from '@showroom/contract/report/wall.rules'
import { Button, DatePicker, Segmented, Switch } from 'antd'
import { OneSeriesSelect } from '../../base/public'
import { useSession } from '../../frame/session'
import { nowSeconds } from '../../api/clock'
import { dayOf, secondsOf } from '../../ui/day'
import { useDay } from '../../ui/form/useDay'
import { useChangeWall, type WallChoice } from './useWall'

const kinds = [
  { value: wallDateType.day, label: '日' },
  { value: wallDateType.week, label: '周' },
  { value: wallDateType.month, label: '月' },
]
const pickers = { 1: 'date', 2: 'week', 3: 'month' } as const satisfies Record<WallDateType, string>

interface HeadProps {
  choice: WallChoice
  /** The time of the count, in epoch seconds; 0 before the first response. */
  countedAt: number
  rankedAt: number
  /** The shown numbers may be out of date. */
  isBehind: boolean
  onFull: (isFull: boolean) => void
}

/** The store, the time of its numbers, and the controls of the screen. */
export function WallHead({ choice, countedAt, rankedAt, isBehind, onFull }: HeadProps) {
  const { company } = useSession().profile
  const { isFull } = choice
  return (
    <header className="sr-wall-head">
      <div className="sr-wall-name">
        <h1 className="sr-wall-title">经销商大屏</h1>
        <p className="sr-wall-store">{company}</p>
      </div>
      <p className="sr-wall-time" role="status">
        {isBehind && (
          <span className="sr-wall-lost">
            <span aria-hidden>●</span> 连接中断，数据未更新
          </span>
        )}
        {countedAt > 0 && (
          <span>
            数据截至 <time>{timeOf(countedAt)}</time>
          </span>
        )}
        {rankedAt > 0 && (
          <span>
            排名截至 <time>{timeOf(rankedAt)}</time>
          </span>
        )}
      </p>
      <div className="sr-wall-controls">
        <Controls choice={choice} />
        <Button
          icon={isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
          aria-label={isFull ? '退出全屏' : '全屏'}
          title={isFull ? '退出全屏' : '全屏'}
          onClick={() => onFull(!isFull)}
        />
      </div>
    </header>
  )
}

function Controls({
  choice: { dateType, startDate, isRunning, seriesId, isFull, isTurning },
}: {
  choice: WallChoice
}) {
  const change = useChangeWall()
  const day = useDay(startDate)
  return (
    <>
      <div className="sr-wall-series">
        <OneSeriesSelect
          aria-label="车系"
          placeholder="全部车系"
          value={seriesId}
          onChange={(next) => change({ seriesId: next ?? 0 })}
        />
      </div>
      <Segmented
        aria-label="日期类型"
        options={kinds}
        value={dateType}
        onChange={(next) => change({ dateType: next, startDate: 0 })}
      />
      <DatePicker
        aria-label="日期"
        className="sr-wall-date"
        picker={pickers[dateType]}
        // Clearing returns to the running period.
        allowClear={!isRunning}
        value={day}
        maxDate={dayOf(nowSeconds())}
        onChange={(next) => change({ startDate: next ? secondsOf(next) : 0 })}
      />
      {isFull && (
        <label className="sr-wall-turn" htmlFor="wall-turn">
          轮播
          <Switch
            id="wall-turn"
            size="small"
            checked={isTurning}
            onChange={(on) => change({ isTurning: on })}
          />
        </label>
      )}
    </>
  )
}

/** `14:03:22` in Shanghai. */
const timeOf = (seconds: number): string => inShanghai(seconds).toISOString().slice(11, 19)
