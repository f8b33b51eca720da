import { UpdateTag } from '@showroom/contract/customer/action.schema'
import { updateTag } from '@showroom/contract/customer/customer.api'
import { tagsIn } from '@showroom/contract/customer/tags'
import { useState } from 'react'
import { callApi } from '../../api/client'
import { FormDialog } from '../../ui/form/FormDialog'
import { Field } from '../../ui/form/SchemaForm'
import type { ActionDialogProps } from '../actionDialog'
import { TagInput } from '../fields/TagInput'
import { useActionForm } from './useActionForm'

interface TagValues {
  tag: string[]
}

/** Edits the tags set by users; system tags are not touched. */
export function TagDialog({ profile, onClosed }: ActionDialogProps) {
  // Keeps the tags from opening: the file behind is refetched while the dialog is open.
  const [original] = useState(profile.customer.tag)
  const form = useActionForm({
    profile,
    schema: UpdateTag,
    initial: { tag: tagsIn(original) },
    toRequest: ({ tag }: TagValues) => ({ customerId: profile.customer.id, tag: tag.join(' '), original }),
    send: (request, options) => callApi(updateTag, request, options),
    done: '标签已保存',
    undoOf: ({ undoId }) => ({ undoId, about: profile.customer.name }),
  })
  return (
    <FormDialog
      title={`客户标签 ${profile.customer.name}`}
      form={form}
      onClosed={onClosed}
      okText="保存"
      width={520}
    >
      <Field name="tag" label="自定义标签" extra="输入后按回车添加，也可用空格或逗号分隔">
        <TagInput />
      </Field>
    </FormDialog>
  )
}
