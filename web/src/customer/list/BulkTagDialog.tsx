import { Bulk } from '@showroom/contract/customer/bulk.schema'
import { useRef } from 'react'
import { FormDialog } from '../../ui/form/FormDialog'
import { Field } from '../../ui/form/SchemaForm'
import { useSchemaForm } from '../../ui/form/useSchemaForm'
import { TagInput } from '../fields/TagInput'
import type { Chosen } from './bulk'
import { sendBulk, useBulkEnd, whichOf } from './useBulk'
import { withCommas } from '../../ui/withCommas'

interface TagValues {
  addTags: string[]
  dropTags: string[]
}

interface BulkTagDialogProps {
  chosen: Chosen
  /** Called after the closing animation; unmount the dialog then. */
  onClosed: (done: boolean) => void
}

/** Adds tags to the selected customers and removes others, keeping the rest. */
export function BulkTagDialog({ chosen, onClosed }: BulkTagDialogProps) {
  const end = useBulkEnd()
  const done = useRef(false)
  const form = useSchemaForm<TagValues, typeof Bulk, Awaited<ReturnType<typeof sendBulk>>>({
    schema: Bulk,
    initial: { addTags: [], dropTags: [] },
    toRequest: ({ addTags, dropTags }) => ({
      action: 'tag',
      ...whichOf(chosen),
      addTags: addTags.join(' '),
      dropTags: dropTags.join(' '),
    }),
    send: sendBulk,
    onDone: (status) => {
      done.current = true
      end(status)
    },
  })
  return (
    <FormDialog
      title={`标签 ${withCommas(chosen.total)} 位客户`}
      form={form}
      onClosed={() => onClosed(done.current)}
      okText="保存"
      width={520}
    >
      <Field
        name="addTags"
        label="添加标签"
        extra="加到各客户已有的标签上；输入后按回车，也可用空格或逗号分隔"
      >
        <TagInput />
      </Field>
      <Field name="dropTags" label="移除标签">
        <TagInput placeholder="选填" />
      </Field>
    </FormDialog>
  )
}
