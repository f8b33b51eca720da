import { type ExpectedVisit, mostExpected } from '@showroom/contract/desk/board.schema'
import { Button } from 'antd'
import { useState } from 'react'
import { AppointmentMarks, LevelChip } from '../../customer/public'
import { useMayEnter } from '../../frame/areas'
import { expectedParts, hourText, missingCar, passedText } from '../desk.labels'
import { VisitorName } from '../list/DeskTable'
import { useArrivals } from './useArrivals'

/** Customers shown at first; late ones are among them, because they come first. */
const shownFirst = 8

interface ExpectedListProps {
  expected: readonly ExpectedVisit[]
  /** The server's clock in epoch seconds. */
  now: number
}

/** The customers expected today who have not come yet, by hour. */
export function ExpectedList({ expected, now }: ExpectedListProps) {
  const [showsAll, showAll] = useState(false)
  const { title, arrivingId, arrive } = useArrivals(expected)
  const rest = showsAll ? 0 : Math.max(0, expected.length - shownFirst)
  return (
    <section className="sr-expected" aria-label="今日预约">
      <h2 className="sr-board-title" ref={title} tabIndex={-1}>
        今日预约{' '}
        <span className="sr-num">
          {expected.length}
          {expected.length === mostExpected && '+'}
        </span>
      </h2>
      {expected.length === 0 ? (
        <p className="sr-board-none">今天没有未到店的预约</p>
      ) : (
        <ul className="sr-expected-list">
          {expected.slice(0, expected.length - rest).map((one) => (
            <ExpectedRow
              key={one.customerId}
              one={one}
              now={now}
              arrivingId={arrivingId}
              onArrive={() => void arrive(one)}
            />
          ))}
        </ul>
      )}
      {expected.length > shownFirst && (
        <Button type="text" block aria-expanded={showsAll} onClick={() => showAll(!showsAll)}>
          {showsAll ? '收起' : `稍后还有 ${rest} 位`}
        </Button>
      )}
    </section>
  )
}

interface ExpectedRowProps {
  one: ExpectedVisit
  now: number
  /** Customer whose arrival is being saved; 0 for none. */
  arrivingId: number
  onArrive: () => void
}

function ExpectedRow({ one, now, arrivingId, onArrive }: ExpectedRowProps) {
  const mayOpen = useMayEnter('/customer/list')
  const late =
    passedText({ startsAt: one.dueAt, minutes: one.minutes }, now) || (one.isEndangered ? missingCar : '')
  return (
    <li className={`sr-expected-row ${late ? 'sr-expected-late' : ''}`}>
      <time className="sr-num">{hourText(one.dueAt)}</time>
      <span className="sr-expected-who">
        <VisitorName row={one} mayOpen={mayOpen} />
        <LevelChip level={one.level} size="small" />
      </span>
      <Button
        disabled={arrivingId > 0 && arrivingId !== one.customerId}
        loading={arrivingId === one.customerId}
        // The second click of a double click would meet the row that has moved up.
        onClick={({ detail }) => detail < 2 && onArrive()}
      >
        到店<span className="sr-visually-hidden"> {one.name}</span>
      </Button>
      <span className="sr-expected-about sr-quiet">
        {(late || one.isConfirmed) && (
          <span className="sr-expected-marks">
            <AppointmentMarks isConfirmed={one.isConfirmed} late={late} />
          </span>
        )}
        {[...expectedParts(one), one.mobile, one.ownerName].filter(Boolean).map((part, at, parts) => (
          <span key={part} className="sr-expected-part">
            {part}
            {at < parts.length - 1 && ' · '}
          </span>
        ))}
      </span>
    </li>
  )
}
