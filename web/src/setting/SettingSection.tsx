import { Button, Form } from 'antd'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { FormNote } from '../ui/form/FormNote'
import { SchemaForm } from '../ui/form/SchemaForm'
import type { SchemaFormApi } from '../ui/form/types'

interface SettingSectionProps {
  title: string
  hint?: ReactNode
  /** At the right of the title. */
  extra?: ReactNode
  children: ReactNode
}

/** One setting, or a few related ones. */
export function SettingSection({ title, hint, extra, children }: SettingSectionProps) {
  const id = useId()
  return (
    <section className="sr-setting" aria-labelledby={id}>
      <div className="sr-setting-head">
        <div>
          <h2 id={id} className="sr-setting-title">
            {title}
          </h2>
          {hint && <p className="sr-setting-hint">{hint}</p>}
        </div>
        {extra && <div className="sr-setting-extra">{extra}</div>}
      </div>
      {children}
    </section>
  )
}

interface SettingFormProps<Values extends object> {
  form: SchemaFormApi<Values>
  /** The store's current values: shown after another member's change, unless there is unsaved input. */
  current: Values
  okText?: string
  children: ReactNode
}

/** The fields of a setting, with its save button. */
export function SettingForm<Values extends object>(props: SettingFormProps<Values>) {
  const { form, current, okText = '保存', children } = props
  const saved = useRef(JSON.stringify(current))
  useEffect(() => {
    const now = JSON.stringify(current)
    if (now === saved.current || form.isDirty()) return
    saved.current = now
    form.form.setFieldsValue(current)
  })
  return (
    <SchemaForm form={form} className="sr-setting-form">
      {children}
      <div className="sr-setting-foot">
        {/* The button is primary while it has something to save, so that at most one of the page stands out. */}
        <Form.Item noStyle shouldUpdate>
          {() => (
            <Button type={form.isDirty() ? 'primary' : 'default'} htmlType="submit" loading={form.pending}>
              {okText}
            </Button>
          )}
        </Form.Item>
        <FormNote form={form} save={okText} inPage />
      </div>
    </SchemaForm>
  )
}
