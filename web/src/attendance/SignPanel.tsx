import { EnvironmentOutlined } from '@ant-design/icons'
import { sign } from '@showroom/contract/attendance/attendance.api'
import { signType } from '@showroom/contract/attendance/attendance.rules'
import type { AnswerOf } from '@showroom/contract/kernel/call'
import { remarkMax, Sign, type SignDay } from '@showroom/contract/attendance/attendance.schema'
import { dayText } from '@showroom/contract/kernel/day'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useEffect, useRef } from 'react'
import { callApi } from '../api/client'
import { useSecond } from '../ui/useNow'
import { dayWithWeekday } from '../ui/dayText'
import { ChipRadio } from '../ui/form/ChipRadio'
import { Field, SchemaForm, When } from '../ui/form/SchemaForm'
import { useSchemaForm } from '../ui/form/useSchemaForm'
import { useMessage } from '../ui/useMessage'
import { keepToday, todayQuery } from './attendance.queries'
import { findPlace, type Place } from './place'
import { SignLine, timeOf } from './SignLine'

const where = [
  { value: false, label: '在店' },
  { value: true, label: '外出' },
]

/** The clock, the button that signs in or out, and the signs of today. */
export function SignPanel({ today }: { today: SignDay }) {
  const clock = useServerClock(today.day)
  const isIn = today.signs.length > 0
  return (
    <section className="sr-panel sr-sign" aria-label="今日签到">
      <p className="sr-sign-day">{dayWithWeekday(clock)}</p>
      <p className="sr-sign-clock sr-num" role="timer" aria-label="当前时间">
        {timeOf(clock)}
      </p>
      <p className="sr-quiet">
        {today.isDue ? `工作时间 ${today.inTime} 至 ${today.offTime}` : '今天无需签到，有需要时仍可签到'}
      </p>
      <SignForm key={isIn ? 'out' : 'in'} isIn={isIn} />
      {isIn && (
        <ol className="sr-sign-lines" aria-label="今日记录">
          {today.signs.map((one) => (
            <SignLine key={one.id} sign={one} />
          ))}
        </ol>
      )}
    </section>
  )
}

interface Values {
  isOutside: boolean
  remark: string
}

function SignForm({ isIn }: { isIn: boolean }) {
  const queries = useQueryClient()
  const message = useMessage()
  const type = useRef<1 | 2>(isIn ? signType.out : signType.in)
  // A retry after a lost response must send the same place.
  const pending = useRef<{ readonly place: Place | undefined }>(undefined)
  const form = useSchemaForm<Values, typeof Sign, Awaited<ReturnType<typeof callApi<typeof sign>>>>({
  const form = useSchemaForm<Values, typeof Sign, AnswerOf<typeof sign>>({
