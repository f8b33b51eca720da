import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { PageFormFoot } from '../ui/form/PageFormFoot'
import { SchemaForm } from '../ui/form/SchemaForm'
import type { SchemaFormApi } from '../ui/form/types'
import { useNarrow } from '../ui/useNarrow'

interface SettingSectionProps {
  title: string
  hint?: ReactNode
  /** At the right of the title. */
  extra?: ReactNode
  children: ReactNode
}

/** One setting, or a few related ones. Folded on a phone, where all of them together are six screens long. */
export function SettingSection({ title, hint, extra, children }: SettingSectionProps) {
  const id = useId()
  const isNarrow = useNarrow()
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="sr-setting" aria-labelledby={id}>
      {isNarrow && (
        <h2 className="sr-setting-title">
          <button
            type="button"
            className="sr-setting-fold"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <span id={id}>{title}</span>
            {isOpen ? <UpOutlined aria-hidden /> : <DownOutlined aria-hidden />}
          </button>
        </h2>
      )}
      {/* Hidden, not removed: a folded form keeps its input. */}
      <div className="sr-setting-body" hidden={isNarrow && !isOpen}>
        <div className="sr-setting-head">
          <div>
            {!isNarrow && (
              <h2 id={id} className="sr-setting-title">
                {title}
              </h2>
            )}
            {hint && <p className="sr-setting-hint">{hint}</p>}
          </div>
          {extra && <div className="sr-setting-extra">{extra}</div>}
        </div>
        {children}
      </div>
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
  const { form, current, okText, children } = props
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
      <PageFormFoot form={form} {...(okText && { okText })} />
    </SchemaForm>
  )
}
