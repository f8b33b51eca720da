import { add } from '@showroom/contract/customer/customer.api'
import { NewCustomer } from '@showroom/contract/customer/add.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { callApi } from '../../api/client'
import { nowSeconds } from '../../ui/day'
import { FormDialog } from '../../ui/form/FormDialog'
import { useSchemaForm } from '../../ui/form/useSchemaForm'
import { notice } from '../../ui/notice'
import { showBlocked } from './BlockedDialog'
import {
  addRequestOf,
  blankCustomer,
  type NewCustomerForm,
  newCustomerFields,
  newCustomerProblems,
} from './customer.add'
import { invalidateCustomerList } from '../customer.queries'
import { IntentFields, SourceFields } from '../fields/CustomerFields'
import { NewCustomerFields } from '../fields/NewCustomerFields'
import { usePrefilledRegion } from '../fields/usePrefilledRegion'
import { useWecomQuestion } from './useWecomQuestion'
import './new-customer.css'

/** Opens a customer file. */
export function NewCustomerDialog({ onClosed }: { onClosed: () => void }) {
  const queries = useQueryClient()
  const uploading = useRef(false)
  const wecom = useWecomQuestion(0, '新建')
  const [initial] = useState(() => blankCustomer(nowSeconds()))
  const form = useSchemaForm({
    schema: NewCustomer,
    initial,
    draft: { form: 'customer.new', without: ['newMediaImages'] },
    toRequest: addRequestOf,
    fieldOf: newCustomerFields,
    moreProblems: (values: NewCustomerForm) => newCustomerProblems(values, nowSeconds(), uploading.current),
    confirm: ({ mobile }) => wecom.mayClaim(mobile),
    send: (request, options) => callApi(add, request, options),
    onRefused: showBlocked,
    onDone: () => {
      void invalidateCustomerList(queries)
      notice.success('客户新建成功')
    },
  })
  usePrefilledRegion(form.form)
  return (
    <FormDialog title="新建客户" form={form} onClosed={onClosed} okText="保存" width={880}>
      <NewCustomerFields
        intent={{
          title: '来源与意向',
          fields: (
            <>
              <SourceFields onUploading={(busy) => (uploading.current = busy)} />
              <IntentFields />
            </>
          ),
        }}
      />
      {wecom.questions}
    </FormDialog>
  )
}
