import { MarkSms } from '@showroom/contract/customer/action.schema'
import { markSms } from '@showroom/contract/customer/customer.api'
import { useState } from 'react'
import { callApi } from '../../api/client'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog'
import type { ActionDialogProps } from '../actionDialog'
import { dealOf } from '../customerState'
import { useActionForm } from './useActionForm'

/** Marks that the customer receives no texts, or removes the mark. */
export function MarkSmsDialog({ profile, onClosed }: ActionDialogProps) {
  // The file is refetched behind the closing dialog.
  const [noSms] = useState(!profile.customer.noSms)
  const form = useActionForm({
    profile,
    schema: MarkSms,
    initial: {},
    toRequest: () => ({ ...dealOf(profile), noSms }),
    send: (request, options) => callApi(markSms, request, options),
    done: noSms ? '已标记不接收短信' : '已恢复接收短信',
  })
  const title = noSms ? '不接收短信' : '恢复接收短信'
  return (
    <ConfirmDialog
      title={`${title} ${profile.customer.name}`}
      form={form}
      onClosed={onClosed}
      okText={noSms ? '标记' : '恢复'}
    >
      <p>{noSms ? '标记后，任何成员都不能再给该客户发送短信。' : '恢复后，可以再给该客户发送短信。'}</p>
    </ConfirmDialog>
  )
}
