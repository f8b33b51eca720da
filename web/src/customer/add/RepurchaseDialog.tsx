import { NewCustomer } from '@showroom/contract/customer/add.schema'
import * as customer from '@showroom/contract/customer/customer.api'
import { draftedOn } from '@showroom/contract/customer/profile.schema'
import { errors } from '@showroom/contract/kernel/errors'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { callApi } from '../../api/client'
import { keyOf } from '../../api/query'
import { nowSeconds } from '../../api/clock'
import { FormDialog } from '../../ui/form/FormDialog'
import { useSchemaForm } from '../../ui/form/useSchemaForm'
import { notice } from '../../ui/notice'
import { showBlocked } from '../../base/public'
import {
  againForm,
  againRequestOf,
  type NewCustomerForm,
  newCustomerFields,
  newCustomerProblems,
} from './customer.add'
import { invalidateCustomerList } from '../customer.queries'
import type { ActionDialogProps } from '../actionDialog'
import { IntentFields, SourceFields } from '../fields/CustomerFields'
import { NewCustomerFields } from '../fields/NewCustomerFields'
import { MergeDialog } from '../edit/MergeDialog'
import { KnownNumbersOf } from '../fields/NumberInput'
import { useNumberHolder } from '../fields/useNumberHolder'
import { useWecomQuestion } from '../dialogs/useWecomQuestion'

/** Opens a new deal for a customer whose car was delivered; the history is kept. */
export function RepurchaseDialog({ profile, onClosed }: ActionDialogProps) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const holder = useNumberHolder(profile.customer.id)
  const wecom = useWecomQuestion(profile.customer.id, '新建')
  const uploading = useRef(false)
  const [initial] = useState(() => againForm(profile))
  const form = useSchemaForm({
    schema: NewCustomer,
    initial,
    toRequest: (values: NewCustomerForm) => againRequestOf(values, profile.customer.id),
    draft: { form: 'customer.again', record: draftedOn(profile), without: ['newMediaImages'] },
    fieldOf: newCustomerFields,
    moreProblems: (values) => [
      ...holder.problemsOf(values.mobile),
      ...newCustomerProblems(values, nowSeconds(), uploading.current),
    ],
    confirm: ({ mobile }) => wecom.mayClaim(mobile),
    send: (request, options) => callApi(customer.add, request, options),
    onRefused: (refusal): boolean | Promise<boolean> => {
      if (refusal.code !== errors.CUSTOMER_EXISTS.code) return showBlocked(refusal)
      return mobileLeft(form.form.getFieldValue('mobile') as string)
    },
    onDone: () => {
      notice.success('再购客户新建成功')
      void queries.invalidateQueries({ queryKey: keyOf(customer.get) })
      void invalidateCustomerList(queries)
      void navigate({ to: '/customer/list' })
    },
  })
  const mobileLeft = async (mobile: string): Promise<boolean> => {
    const taken = await holder.check(mobile)
    if (taken) form.form.validateFields(['mobile']).catch(() => undefined)
    return taken
  }
  return (
    <KnownNumbersOf customerId={profile.customer.id} file={profile.editable}>
      <FormDialog
        title={`再购 ${profile.customer.name}`}
        form={form}
        onClosed={onClosed}
        okText="保存"
        width={880}
      >
        <NewCustomerFields
          person={{ mobileNote: holder.note, onMobileLeft: (mobile) => void mobileLeft(mobile) }}
          intent={{
            title: '来源与意向',
            fields: (
              <>
                <SourceFields onUploading={(busy) => (uploading.current = busy)} />
                <IntentFields />
              </>
            ),
          }}
          moreHint="证件、生日、住址、标签"
          ownerId={profile.customer.deal.ownerId}
        />
        {wecom.questions}
        {holder.comparison && (
          <MergeDialog
            {...holder.comparison}
            onMerged={form.discard}
            onStale={holder.compareAgain}
            onClosed={holder.closeComparison}
          />
        )}
      </FormDialog>
    </KnownNumbersOf>
  )
}
