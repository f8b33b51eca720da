import { EnvironmentOutlined } from '@ant-design/icons'
import { sign } from '@showroom/contract/attendance/attendance.api'
import type { AnswerOf } from '@showroom/contract/kernel/call'
import { signType } from '@showroom/contract/attendance/attendance.rules'
import { remarkMax, Sign, type SignDay } from '@showroom/contract/attendance/attendance.schema'
import { dayText } from '@showroom/contract/kernel/day'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useEffect, useRef } from 'react'
import { callApi } from '../api/client'
import { Allowed } from '../frame/Allowed'
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
      <Allowed to={sign}>
        <SignForm key={isIn ? 'out' : 'in'} isIn={isIn} />
      </Allowed>
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
  const form = useSchemaForm<Values, typeof Sign, AnswerOf<typeof sign>>({
    schema: Sign,
    initial: { isOutside: false, remark: '' },
    toRequest: ({ isOutside, remark }) => ({
      type: type.current,
      isOutside,
      remark: isOutside ? remark : '',
    }),
    send: async (request, options) => {
      pending.current ??= { place: await findPlace() }
      return callApi(sign, { ...request, ...pending.current.place }, options)
    },
    onRefused: () => {
      pending.current = undefined
      return false
    },
    onDone: (answer) => {
      const done = type.current === signType.in ? '签到成功' : '签退成功'
      message.success(pending.current?.place ? done : `${done}，未取得定位`)
      pending.current = undefined
      form.form.resetFields()
      keepToday(queries, answer)
    },
  })
  const press = (as: 1 | 2): void => {
    if (type.current !== as) pending.current = undefined
    type.current = as
    void form.submit()
  }
  return (
    <SchemaForm form={form} className="sr-sign-form">
      <Field name="isOutside" label="地点" group>
        <ChipRadio options={where} />
      </Field>
      <When<boolean> field="isOutside" is={(isOutside) => isOutside === true}>
        <Field name="remark" label="备注" required>
          <Input.TextArea
            autoSize={{ minRows: 2, maxRows: 5 }}
            maxLength={remarkMax}
            showCount
            placeholder="去哪里、做什么"
          />
        </Field>
      </When>
      <Button
        type="primary"
        size="large"
        block
        className="sr-sign-button"
        loading={form.pending}
        onClick={() => press(isIn ? signType.out : signType.in)}
      >
        {isIn ? '签退' : '签到'}
      </Button>
      {isIn && (
        <When<boolean> field="isOutside" is={(isOutside) => isOutside === true}>
          <Button block disabled={form.pending} onClick={() => press(signType.in)}>
            外出签到
          </Button>
        </When>
      )}
      <p className="sr-sign-hint sr-quiet">
        <EnvironmentOutlined aria-hidden /> 点击时记录当前位置，仅用于考勤
      </p>
    </SchemaForm>
  )
}

/** The server's clock, second by second; refetches on a new day. */
function useServerClock(day: string): number {
  const queries = useQueryClient()
  const clock = useSecond()
  const isOver = dayText(clock) > day
  useEffect(() => {
    if (isOver) void queries.invalidateQueries({ queryKey: todayQuery().queryKey })
  }, [isOver, queries])
  return clock
}
