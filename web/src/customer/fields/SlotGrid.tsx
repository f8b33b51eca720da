import type { Appointment } from '@showroom/contract/appointment/appointment.schema'
import {
  appointmentMinutes,
  hourProblem,
  hoursText,
  overlaps,
} from '@showroom/contract/customer/appointment.rules'
import { activityType } from '@showroom/contract/customer/customer.rules'
import { clockText, dayStart } from '@showroom/contract/kernel/day'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Form, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { formatDay } from '../../ui/day'
import { weekdayOf } from '../../ui/dayText'
import { useNow } from '../../ui/useNow'
import { appointmentsQuery } from '../hours.queries'
import { useGridKeys } from './gridKeys'
import { type Slot, slotAt } from './hour'
import { carProblem, isBookedOut, openStarts, type SlotRow, slotRows } from './slots'
import './slot-grid.css'

interface SlotGridProps {
  id?: string
  value?: Slot | undefined
  onChange?: (slot: Slot | undefined) => void
  /** Any second of the shown day. */
  day: number
  /** 2 visit, 3 test drive. */
  type: number
  minutes: number
  ownerId: number
  seriesIds: readonly number[]
  activityId: number
  needsHour: boolean
  /** Called before `onChange` with the series of the taken car; 0 without a car. */
  onTake: (seriesId: number) => void
}

/** Half hours are offered first: quarters would be twice as many. */
const halfHour = 30

/** Reads the slots of a day, and the chosen one among them. */
function useSlots({ day, type, minutes, ownerId, seriesIds, activityId, value }: SlotGridProps) {
  const now = useNow()
  const [isFine, setFine] = useState(false)
  const { data, isPlaceholderData: isBusy } = useQuery({
    ...appointmentsQuery(day),
    placeholderData: keepPreviousData,
  })
  const isDrive = type === activityType.testDrive
  const cars = data?.cars ?? []
  const others = (data?.data ?? []).filter((one) => one.activityId !== activityId)
  const car = cars.find(({ carId }) => isDrive && carId === value?.carId)
  const span = value && { startsAt: dayStart(day) + value.start * 60, minutes }
  const quarters = data ? openStarts(data, day, minutes, now) : []
  const halves = quarters.filter((startsAt) => (startsAt / 60) % halfHour === 0)
  const isQuarter = isFine || halves.length === 0 || (value?.start ?? 0) % halfHour > 0
  const starts = isQuarter ? quarters : halves
  const rows = slotRows(cars, others, { type, seriesIds, minutes, starts })
  const problem =
    span && data && !isBusy
      ? (hourProblem(span, data, now) ?? (car ? carProblem(car, others, span) : ''))
      : ''
  const own = isBusy ? [] : others.filter((one) => one.ownerId === ownerId)
  return {
    isShown: data !== undefined,
    isBusy,
    own,
    rows,
    starts,
    quarterly: { isOn: isQuarter, isOffered: halves.length > 0, turn: () => setFine(!isQuarter) },
    /** The car of the chosen slot is of another series, or gone. */
    isOther: data !== undefined && isDrive && !!value?.carId && !(car && seriesIds.includes(car.seriesId)),
    chosen: span && {
      span,
      carId: isDrive ? value.carId : 0,
      plate: isDrive && (car?.plate ?? '不指定车辆'),
      problem,
    },
    notes: data
      ? [
          own.length > 0 && `当天已约（可重叠）：${own.map(spoken).join('、')}`,
          isDrive &&
            seriesIds.length > 0 &&
            rows.length === 1 &&
            (cars.length === 0 ? '门店还没有登记试驾车' : '该车系没有试驾车'),
          starts.length === 0 && '这一天没有可预约的时间了',
          isBookedOut(rows) && '该车系的试驾车这一天已约满',
        ].filter((note) => note !== false)
      : [],
  }
}

/** The free slots of a day: cars in rows, hours in columns. */
export function SlotGrid(props: SlotGridProps) {
  const { id, day, minutes, needsHour, onChange, onTake } = props
  const { isShown, isBusy, own, rows, starts, quarterly, isOther, chosen, notes } = useSlots(props)
  const root = useScrolledTo(isShown)
  // A car of another series would be refused.
  useEffect(() => {
    if (isOther) onChange?.(undefined)
  }, [isOther, onChange])
  const dayText = `${weekdayOf(day)} ${formatDay(day).slice(5)}`
  const texts = chosen && [`${dayText} ${hoursText(chosen.span)}`, chosen.plate, chosen.problem]
  return (
    <div ref={root} className="sr-slots" {...(id && { id })}>
      <p className="sr-slots-line">
        <b role="status" className={chosen?.problem ? 'sr-slots-problem' : ''}>
          {texts ? texts.filter(Boolean).join(' · ') : needsHour ? '请选择时间' : '不限时间'}
        </b>
        {chosen && !needsHour && (
          <button type="button" className="sr-link" onClick={() => onChange?.(undefined)}>
            改为不限时间
          </button>
        )}
      </p>
      <p className="sr-slots-line">
        <LengthField minutes={minutes} />
        {quarterly.isOffered && (
          <button type="button" className="sr-link" aria-pressed={quarterly.isOn} onClick={quarterly.turn}>
            每刻钟
          </button>
        )}
      </p>
      {notes.map((note) => (
        <p key={note} className="sr-slots-note sr-quiet">
          {note}
        </p>
      ))}
      {starts.length > 0 && (
        <Rows
          label={`可预约时间 ${dayText}`}
          rows={rows}
          own={own}
          minutes={minutes}
          isBusy={isBusy}
          isChosen={({ carId }, startsAt) => startsAt === chosen?.span.startsAt && carId === chosen.carId}
          onTake={(row, startsAt) => {
            onTake(row.seriesId)
            onChange?.(slotAt(startsAt, row.carId))
          }}
        />
      )}
    </div>
  )
}

const LengthField = ({ minutes }: { minutes: number }) => (
  <span data-field="nextMinutes">
    <Form.Item name="nextMinutes" noStyle>
      <Select<number>
        aria-label="时长"
        className="sr-slots-length"
        placeholder={lengthText(minutes)}
        options={appointmentMinutes.map((length) => ({ value: length, label: lengthText(length) }))}
      />
    </Form.Item>
  </span>
)

/** Scrolls its element into sight once it is filled: the press that asks for slots may be far above them. */
function useScrolledTo(isFilled: boolean) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFilled) root.current?.scrollIntoView({ block: 'nearest' })
  }, [isFilled])
  return root
}

interface RowsProps {
  label: string
  rows: readonly SlotRow[]
  /** The consultant's appointments of the day. */
  own: readonly Appointment[]
  minutes: number
  /** The slots are those of the day before. */
  isBusy: boolean
  isChosen: (row: SlotRow, startsAt: number) => boolean
  onTake: (row: SlotRow, startsAt: number) => void
}

/** Arrow keys move, digits jump to an hour, Enter takes. */
function Rows({ label, rows, own, minutes, isBusy, isChosen, onTake }: RowsProps) {
  const keys = useGridKeys()
  return (
    <div {...keys} role="grid" aria-label={label} aria-busy={isBusy} className="sr-slots-grid">
      {rows.map((row) => (
        <div key={row.carId} role="row" className="sr-slots-row">
          <span role="rowheader" className="sr-slots-car">
            <span>{row.name}</span> <span className="sr-quiet">{row.about}</span>
          </span>
          <div role="none" className="sr-slots-cells">
            {row.slots.map(({ startsAt, problem }) => {
              const meanwhile = own.filter((one) => overlaps(one, { startsAt, minutes }))
              const about = problem || meanwhile.map((one) => `已有 ${spoken(one)}`).join('、')
              return (
                <button
                  key={startsAt}
                  type="button"
                  role="gridcell"
                  className={`sr-slot ${meanwhile.length > 0 ? 'sr-slot-own' : ''}`}
                  aria-selected={isChosen(row, startsAt)}
                  aria-label={[row.name, clockText(startsAt), about].filter(Boolean).join(' ')}
                  title={about}
                  aria-disabled={isBusy || problem !== ''}
                  onClick={() => !isBusy && problem === '' && onTake(row, startsAt)}
                >
                  {clockText(startsAt)}
                </button>
              )
            })}
          </div>
        </div>
      ))}
    </div>
  )
}

const lengthText = (minutes: number): string => `${minutes}分钟`

/** `10:00–10:30 林女士`. */
const spoken = (one: Appointment): string => `${hoursText(one)} ${one.name}`
