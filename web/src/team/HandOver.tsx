import { Input } from 'antd'
import { type ReactElement, useRef } from 'react'
import type { z } from 'zod'
import { FormDialog } from '../ui/form/FormDialog'
import { Field } from '../ui/form/SchemaForm'
import type { SchemaFormApi, SchemaFormOptions } from '../ui/form/types'
import { useSchemaForm } from '../ui/form/useSchemaForm'

/** Form values for handing customers or leads to a member. */
export interface HandOverValues {
  memberId?: number
  remark: string
}

interface Look {
  title: string
  okText: string
  remarkPlaceholder: string
  /** Selects the receiving member; a `MemberSelect`. */
  member: ReactElement<object>
  /** Names the current owner below the field. */
  memberExtra?: string
}

interface HandOverDialogProps extends Look {
  form: SchemaFormApi<HandOverValues>
  /** Called after the closing animation; unmount the dialog then. */
  onClosed: () => void
}

/** Asks for the receiving member and a remark. */
export function HandOverDialog(props: HandOverDialogProps) {
  const { member, memberExtra, remarkPlaceholder, ...dialog } = props
  return (
    <FormDialog {...dialog} width={520}>
      <Field name="memberId" label="客户经理" required extra={memberExtra}>
        {member}
      </Field>
      <Field name="remark" label="备注">
        <Input.TextArea rows={3} maxLength={500} showCount placeholder={remarkPlaceholder} />
      </Field>
    </FormDialog>
  )
}

interface BatchHandOverDialogProps<Schema extends z.ZodType, Answer>
  extends
    Look,
    Pick<SchemaFormOptions<HandOverValues, Schema, Answer>, 'schema' | 'toRequest' | 'send' | 'onDone'> {
  /** Called after the closing animation; unmount the dialog then. `done`: the handover was saved. */
  onClosed: (done: boolean) => void
  /** The member chosen at first. */
  memberId?: number
}

/** Hands all selected rows to one member. */
export function BatchHandOverDialog<Schema extends z.ZodType, Answer>(
  props: BatchHandOverDialogProps<Schema, Answer>,
) {
  const { schema, toRequest, send, onDone, onClosed, memberId, ...look } = props
  const done = useRef(false)
  const form = useSchemaForm<HandOverValues, Schema, Answer>({
    schema,
    initial: { remark: '', ...(memberId !== undefined && { memberId }) },
    toRequest,
    send,
    onDone: (answer) => {
      done.current = true
      onDone?.(answer)
    },
  })
  return <HandOverDialog {...look} form={form} onClosed={() => onClosed(done.current)} />
}
