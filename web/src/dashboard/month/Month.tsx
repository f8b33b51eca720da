import { behindBy, monthMeasures } from '@showroom/contract/dashboard/month.rules'
import { linkOf, type RowsPart } from '@showroom/contract/report/report.links'
import { rows as rowsCall } from '@showroom/contract/report/report.api'
import { targetLabel, type TargetMeasure } from '@showroom/contract/target/target.rules'
import type { Period, TargetNumbers } from '@showroom/contract/target/target.schema'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { may, useMayEnter } from '../../frame/areas'
import { useSession } from '../../frame/session'
import { CountedRows, daysOf, NumberLink, rangeOf, readPeriod, wordsOf } from '../../report/public'
import { thisMonthQuery } from '../../target/public'
import { useNow } from '../../ui/useNow'
import { withCommas } from '../../ui/withCommas'
import { PaceBar } from './PaceBar'
import './month.css'

/** The month against target and pace: what is done, what was due by now, and what it will come to. */
export function Month() {
  const now = useNow()
  const { data } = useQuery(thisMonthQuery())
  const month = readPeriod({}, now)
  const [opened, setOpened] = useState<RowsPart>()
  if (!month) return null
  return (
    <section className="sr-panel sr-monthly" aria-labelledby="month-title" aria-busy={!data}>
      <header className="sr-dash-head">
        <h2 id="month-title">本月进度</h2>
        <Note data={data} />
      </header>
      <div className="sr-monthly-numbers">
        {monthMeasures.map((measure) => (
          <Figure
            key={measure}
            measure={measure}
            numbers={data?.store?.[measure]}
            days={rangeOf(month, now)}
            onRows={setOpened}
          />
        ))}
      </div>
      {opened && (
        <CountedRows
          title={`本月${targetLabel(opened.measure)}`}
          words={wordsOf(month, now)}
          request={{ ...daysOf(month, now), ...opened }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </section>
  )
}

function Note({ data }: { data: Period | undefined }) {
  const maySet = useMayEnter('/manager/target')
  if (!data?.store) return null
  const hasTarget = Object.values(data.store).some(({ target }) => target !== null)
  const unannounced = data.isAnnounced ? '' : '今年的节假日尚未公布，按平常的星期计算 '
  const words = hasTarget ? unannounced : '本月没有目标 '
  return (
    <span className={words ? 'sr-quiet sr-month-words' : 'sr-quiet'}>
      {words}
      {maySet ? (
        <Link to="/manager/target">{hasTarget ? '目标' : '设置目标'}</Link>
      ) : (
        <Link to="/target">目标</Link>
      )}
    </span>
  )
}

interface FigureProps {
  measure: TargetMeasure
  /** Missing until it is loaded. */
  numbers: TargetNumbers | undefined
  /** The days in the list's address format. */
  days: string
  onRows: (rows: RowsPart) => void
}

function Figure({ measure, numbers, days, onRows }: FigureProps) {
  const title = targetLabel(measure)
  return (
    <div className="sr-monthly-figure">
      <span className="sr-monthly-title">{title}</span>
      <span className="sr-monthly-count sr-num">
        {numbers ? <Done measure={measure} count={numbers.done} days={days} onRows={onRows} /> : '…'}
        {numbers?.target != null && (
          <span className="sr-monthly-target"> / {withCommas(numbers.target)}</span>
        )}
      </span>
      {numbers && <PaceBar of={numbers} />}
      {numbers && <Pace of={numbers} />}
    </div>
  )
}

/** The number opens its rows if the member has the right to their list. */
function Done({
  measure,
  count,
  days,
  onRows,
}: Pick<FigureProps, 'measure' | 'days' | 'onRows'> & { count: number }) {
  const target = linkOf('task', measure)
  const session = useSession()
  const mayEnter = {
    customer: useMayEnter('/customer/list'),
    lead: useMayEnter('/activity/clue-clear'),
    order: useMayEnter('/order/index'),
    review: false,
    rows: may(session, rowsCall),
  }[target.list]
  return mayEnter ? (
    <NumberLink
      count={count}
      label={`本月${targetLabel(measure)}`}
      target={target}
      days={days}
      onRows={onRows}
    />
  ) : (
    withCommas(count)
  )
}

function Pace({ of }: { of: TargetNumbers }) {
  const { target, due, forecast, low, high, perDay } = of
  const behind = behindBy(of)
  const range =
    low !== null && high !== null && low < high ? `（${withCommas(low)}–${withCommas(high)}）` : ''
  return (
    <span className="sr-monthly-pace sr-quiet">
      {target !== null && due !== null && (
        <span className={behind > 0 ? 'sr-monthly-late' : ''}>
          {behind > 0 ? `落后 ${withCommas(behind)}` : '按进度'} · 应完成 {withCommas(Math.floor(due))}
        </span>
      )}
      {forecast !== null && (
        <span>
          预计 {withCommas(forecast)}
          {range}
          {perDay !== null && perDay > 0 && ` · 每天还需 ${perDay}`}
        </span>
      )}
    </span>
  )
}
