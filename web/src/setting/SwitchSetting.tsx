import { Switch } from 'antd'
import { useId, useState } from 'react'
import type { z } from 'zod'
import { ConfirmDialog } from '../ui/form/ConfirmDialog'
import type { SubmitOptions } from '../ui/form/types'
import { useSettingForm } from './useSettingForm'

interface SwitchSettingProps<Schema extends z.ZodType, Answer> {
  title: string
  about: string
  value: boolean
  schema: Schema
  toRequest: (value: boolean) => object
  send: (request: z.input<Schema>, options: SubmitOptions) => Promise<Answer>
  /** The confirmation text for a change. */
  ask: (value: boolean) => string
}

/** A setting that is on or off; explains the effect before switching. */
export function SwitchSetting<Schema extends z.ZodType, Answer>(props: SwitchSettingProps<Schema, Answer>) {
  const { title, about, value } = props
  const [isOpen, setAsked] = useState(false)
  const id = useId()
  return (
    <div className="sr-setting-switch">
      <div>
        <h3 id={id} className="sr-setting-part-title">
          {title}
        </h3>
        <p className="sr-setting-hint">{about}</p>
      </div>
      <Switch aria-labelledby={id} checked={value} onChange={() => setAsked(true)} />
      {isOpen && <Question {...props} onClosed={() => setAsked(false)} />}
    </div>
  )
}

function Question<Schema extends z.ZodType, Answer>(
  props: SwitchSettingProps<Schema, Answer> & { onClosed: () => void },
) {
  const { title, value, schema, toRequest, send, ask, onClosed } = props
  // The value when the question opened: another member's change must not reverse the answer.
  const [next] = useState(!value)
  const form = useSettingForm<object, Schema, Answer>({
    schema,
    initial: {},
    toRequest: () => toRequest(next),
    send,
  })
  return (
    <ConfirmDialog
      title={`${next ? '开启' : '关闭'}${title}`}
      form={form}
      onClosed={onClosed}
      okText={next ? '开启' : '关闭'}
    >
      <p>{ask(next)}</p>
    </ConfirmDialog>
  )
}
