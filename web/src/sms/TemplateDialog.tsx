import { add, update } from '@showroom/contract/sms/sms.api'
import { contentMax, placeholders, subjectMax } from '@showroom/contract/sms/sms.rules'
import { AddTemplate, type SmsTemplate, UpdateTemplate } from '@showroom/contract/sms/sms.schema'
import { Button, type GetRef, Input } from 'antd'
import { useDeferredValue, useRef } from 'react'
import { callApi } from '../api/client'
import { FormDialog } from '../ui/form/FormDialog'
import { Field, useFieldValue } from '../ui/form/SchemaForm'
import { useSavedForm } from '../ui/form/useSavedForm'
import { MessagePreview } from './MessagePreview'
import { invalidateTemplates } from './sms.queries'
import './sms.css'

interface Values {
  subject: string
  content: string
}

/** Edits a template with placeholders, with a preview as a customer would read it. */
export function TemplateDialog({ template, onClosed }: { template?: SmsTemplate; onClosed: () => void }) {
  const id = template?.id
  const form = useSavedForm<Values, typeof AddTemplate, unknown>({
    schema: AddTemplate,
    initial: { subject: template?.subject ?? '', content: template?.content ?? '' },
    send: (request, options) =>
      id === undefined
        ? callApi(add, request, options)
        : callApi(update, UpdateTemplate.parse({ id, ...request }), options),
    done: template ? '编辑成功' : '添加成功',
    refetch: invalidateTemplates,
  })
  const area = useRef<GetRef<typeof Input.TextArea>>(null)
  const insert = (placeholder: string): void => {
    const control = area.current?.resizableTextArea?.textArea
    const text = String(form.form.getFieldValue('content') ?? '')
    const from = control?.selectionStart ?? text.length
    const content = text.slice(0, from) + placeholder + text.slice(control?.selectionEnd ?? from)
    form.form.setFieldValue('content', content)
    form.parts.changed({ content })
    control?.focus()
    // Moves the cursor behind the placeholder after it is rendered.
    requestAnimationFrame(() =>
      control?.setSelectionRange(from + placeholder.length, from + placeholder.length),
    )
  }
  return (
    <FormDialog
      title={template ? '编辑短信模板' : '新增短信模板'}
      form={form}
      onClosed={onClosed}
      okText="保存"
      width={600}
    >
      <Field name="subject" label="模板名称" required>
        <Input maxLength={subjectMax} showCount />
      </Field>
      <Field name="content" label="短信内容" required>
        <Input.TextArea ref={area} autoSize={{ minRows: 4, maxRows: 10 }} maxLength={contentMax} showCount />
      </Field>
      <div className="sr-placeholders" role="group" aria-label="插入占位符">
        {placeholders.map((one) => (
          <Button key={one} size="small" onClick={() => insert(one)}>
            {one}
          </Button>
        ))}
      </div>
      <Preview />
    </FormDialog>
  )
}

/** Previews the typed text while it is valid. */
function Preview() {
  const content = useDeferredValue(useFieldValue<string>('content') ?? '')
  const isSendable = AddTemplate.shape.content.safeParse(content).success
  return isSendable ? <MessagePreview content={content} /> : null
}
