import { add } from '@showroom/contract/customer/customer.api'
import { NewCustomer } from '@showroom/contract/customer/add.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { callApi } from '../../api/client'
import { nowSeconds } from '../../api/clock'
import { FormDialog } from '../../ui/form/FormDialog'
import { useSchemaForm } from '../../ui/form/useSchemaForm'
import { notice } from '../../ui/notice'
import { showBlocked } from '../../base/public'
import {
  addRequestOf,
  blankCustomer,
  type NewCustomerForm,
  newCustomerFields,
  newCustomerProblems,
  plannedCustomer,
} from './customer.add'
import { invalidateCustomerList } from '../customer.queries'
import { type NumberOnFile, OnFileNote, onFileProblems } from './OnFileNote'
import type { PlannedSlot } from '../fields/hour'
import { ShortCustomerFields } from '../fields/ShortCustomerFields'
import { usePrefilledRegion } from '../fields/usePrefilledRegion'
import { useWecomQuestion } from '../dialogs/useWecomQuestion'

export interface NewCustomerDialogProps {
  /** The next step that the form starts with. */
  planned?: PlannedSlot
  onClosed: () => void
}

/** Creates a customer file. */
export function NewCustomerDialog({ planned, onClosed }: NewCustomerDialogProps) {
  const queries = useQueryClient()
  const uploading = useRef(false)
  const onFile = useRef<NumberOnFile>(undefined)
  const wecom = useWecomQuestion(0, '新建')
  const [initial] = useState(() => ({
    ...blankCustomer(nowSeconds()),
    ...(planned && plannedCustomer(planned, nowSeconds())),
  }))
  const form = useSchemaForm({
    schema: NewCustomer,
    initial,
    draft: { form: 'customer.new', without: ['newMediaImages'] },
    toRequest: addRequestOf,
    fieldOf: newCustomerFields,
    moreProblems: (values: NewCustomerForm) => [
      ...onFileProblems(onFile.current, values.mobile),
      ...newCustomerProblems(values, nowSeconds(), uploading.current),
    ],
    confirm: ({ mobile }) => wecom.mayClaim(mobile),
    send: (request, options) => callApi(add, request, options),
    waits: ({ name, remark }) => ({
      title: `新建客户 ${name}`,
      text: remark,
      to: '/customer/list',
      form: '?new=1',
    }),
    onRefused: showBlocked,
    onDone: () => {
      void invalidateCustomerList(queries)
      notice.success('客户新建成功')
    },
  })
  usePrefilledRegion(form.form)
  /** Called when the user goes to the existing file. Discards the draft unless it has a remark, which is worth keeping. */
  const leave = (): void => {
    if (!form.form.getFieldValue('remark')) form.discard()
  }
  return (
    <FormDialog title="新建客户" form={form} onClosed={onClosed} okText="保存" width={880}>
      <ShortCustomerFields
        onUploading={(busy) => (uploading.current = busy)}
        onFile={<OnFileNote onFile={onFile} onLeave={leave} />}
      />
      {wecom.questions}
    </FormDialog>
  )
}
