import { add } from '@showroom/contract/customer/customer.api'
import { NewCustomer, nextDateProblem } from '@showroom/contract/customer/add.schema'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../../api/client'
import { useOwnRegion } from '../../base/public'
import { nowSeconds } from '../../ui/day'
import { FormDialog } from '../../ui/form/FormDialog'
import { FormSection } from '../../ui/form/SchemaForm'
import { useSchemaForm } from '../../ui/form/useSchemaForm'
import { notice } from '../../ui/notice'
import { useBlockedDialog } from './BlockedDialog'
import { addRequestOf, blankCustomer, type NewCustomerForm, newCustomerFields } from './customer.add'
import { invalidateCustomerList } from '../customer.queries'
import { IntentFields, PersonFields, SourceFields } from '../fields/CustomerFields'
import { MoreFields } from '../fields/CustomerMoreFields'
import { NextFollowFields } from '../fields/NextFollowFields'
import { remindOfWecom } from './wecomReminder'
import './new-customer.css'

/** Opens a customer file (document 2, sections 3.2 and 5.1). */
export function NewCustomerDialog({ onClosed }: { onClosed: () => void }) {
  const queries = useQueryClient()
  const { modal } = App.useApp()
  const blocked = useBlockedDialog()
  const uploading = useRef(false)
  const claimed = useRef(false)
  const [initial] = useState(() => blankCustomer(nowSeconds()))
  const form = useSchemaForm({
    schema: NewCustomer,
    initial,
    toRequest: addRequestOf,
    fieldOf: newCustomerFields,
    moreProblems: (values: NewCustomerForm) => {
      const late = nextDateProblem(values, nowSeconds())
      return [
        ...(late ? [{ path: 'nextDate', text: late }] : []),
        ...(uploading.current ? [{ path: 'newMediaImages', text: '图片上传中，请稍候' }] : []),
      ]
    },
    send: (request, options) => callApi(add, request, options),
    onRefused: blocked.show,
    onDone: ({ weixinClueExisted = false }) => {
      claimed.current = weixinClueExisted
      void invalidateCustomerList(queries)
      notice.success('客户新建成功')
    },
  })
  usePrefilledRegion(form.form)
  const closed = (): void => {
    onClosed()
    // Only now, so that the focus goes from the reminder to the page and not into a form that is gone.
    if (claimed.current) remindOfWecom(modal, '新建')
  }
  return (
    <FormDialog
      title="新建客户"
      form={form}
      onClosed={closed}
      okText="保存"
      width={880}
      footerNote="Ctrl + Enter 保存"
    >
      <FormSection title="基本信息">
        <PersonFields />
      </FormSection>
      <FormSection title="来源与意向">
        <SourceFields onUploading={(busy) => (uploading.current = busy)} />
        <IntentFields />
      </FormSection>
      <FormSection title="下次跟进">
        <NextFollowFields />
      </FormSection>
      <FormSection title="更多信息" hint="证件、生日、住址、标签，均为选填" collapsible>
        <MoreFields />
      </FormSection>
    </FormDialog>
  )
}

type Form = ReturnType<typeof useSchemaForm<NewCustomerForm, typeof NewCustomer, unknown>>['form']

/** Most customers buy where the store stands. */
function usePrefilledRegion(form: Form): void {
  const own = useOwnRegion()
  useEffect(() => {
    if (own && !form.isFieldTouched('region')) form.setFieldsValue({ region: own })
  }, [own, form])
}
