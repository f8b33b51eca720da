import * as customer from '@showroom/contract/customer/customer.api'
import { EditCustomer } from '@showroom/contract/customer/edit.schema'
import { type CustomerProfile, draftedOn } from '@showroom/contract/customer/profile.schema'
import { errors } from '@showroom/contract/kernel/errors'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../../api/client'
import { queryOf } from '../../api/query'
import { FormDialog } from '../../ui/form/FormDialog'
import { FormSection } from '../../ui/form/SchemaForm'
import { usualLockMs, useSchemaForm } from '../../ui/form/useSchemaForm'
import { notice } from '../../ui/notice'
import { showBlocked } from '../../base/public'
import { CustomerConflictDialog } from './CustomerConflictDialog'
import { editRequestOf } from './customer.edit'
import { type CustomerForm, customerFields, customerFormOf } from '../fields/customer.form'
import { invalidateCustomerList } from '../customer.queries'
import type { ActionDialogProps } from '../actionDialog'
import { IntentFields, PersonFields, SourceFields } from '../fields/CustomerFields'
import { MoreFields } from '../fields/CustomerMoreFields'
import { MergeDialog } from './MergeDialog'
import { KnownNumbersOf } from '../fields/NumberInput'
import { useEditConflict } from './useEditConflict'
import { useNumberHolder } from '../fields/useNumberHolder'
import { useWecomQuestion } from '../dialogs/useWecomQuestion'

/** Edits a customer's file. */
export function EditDialog({ profile, onClosed }: ActionDialogProps) {
  const edit = useEditForm(profile)
  const { form, holder, conflict } = edit
  const { original } = conflict.base
  return (
    <KnownNumbersOf customerId={profile.customer.id} file={original}>
      <FormDialog title={`编辑 ${edit.name}`} form={form} onClosed={onClosed} okText="保存" width={880}>
        <FormSection title="基本信息">
          <PersonFields
            mobileRequired={original.mobile !== ''}
            mobileNote={holder.note}
            onMobileLeft={(mobile) => void edit.mobileLeft(mobile)}
          />
        </FormSection>
        <FormSection title="来源与意向">
          <SourceFields
            ofFile={original.fromSource}
            proofs={conflict.proofs}
            onUploading={(busy) => (edit.uploading.current = busy)}
          />
          <IntentFields competitors={conflict.competitors} />
        </FormSection>
        <FormSection title="更多信息">
          <MoreFields />
        </FormSection>
        {conflict.shown && (
          <CustomerConflictDialog
            conflict={conflict.shown}
            onMerged={(picks) => form.form.setFieldsValue(conflict.mergeBy(picks))}
            onClosed={conflict.close}
          />
        )}
        {edit.wecom.questions}
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

function useEditForm(profile: CustomerProfile) {
  const queries = useQueryClient()
  const customerId = profile.customer.id
  const [initial] = useState(() => customerFormOf(profile.editable))
  // Keeps the name: the page behind may refetch the file meanwhile.
  const [name] = useState(profile.customer.name)
  const conflict = useEditConflict(profile)
  const holder = useNumberHolder(customerId)
  const uploading = useRef(false)
  const wecom = useWecomQuestion(customerId, '保存')
  const { base, settled } = conflict
  const form = useSchemaForm({
    schema: EditCustomer,
    initial,
    toRequest: (values: CustomerForm) => editRequestOf(values, customerId, base),
    draft: { form: 'customer.edit', record: draftedOn(profile), without: ['newMediaImages'] },
    fieldOf: customerFields,
    moreProblems: (values) => [
      ...(base.original.mobile !== '' && !values.mobile ? [{ path: 'mobile', text: '请输入手机号' }] : []),
      ...holder.problemsOf(values.mobile),
      ...(uploading.current ? [{ path: 'newMediaImages', text: '图片上传中，请稍候' }] : []),
    ],
    confirm: ({ mobile }) => wecom.mayClaim(mobile),
    send: (request, options) => callApi(customer.edit, request, options),
    onDone: () => {
      void queries.invalidateQueries({ queryKey: queryOf(customer.get, { customerId }).queryKey })
      void invalidateCustomerList(queries)
      notice.success('客户资料已保存')
    },
    onRefused: async (refusal): Promise<boolean> => {
      const values = form.form.getFieldsValue(true) as CustomerForm
      if (showBlocked(refusal)) return true
      if (refusal.code === errors.CUSTOMER_EXISTS.code) return mobileLeft(values.mobile)
      return refusal.code === errors.CONFLICT.code && conflict.show(refusal, values)
    },
    // After a conflict the save follows at once, without the lock against double clicks.
    lockMs: settled ? 0 : usualLockMs,
  })
  const mobileLeft = async (mobile: string): Promise<boolean> => {
    const taken = await holder.check(mobile)
    if (taken) form.form.validateFields(['mobile']).catch(() => undefined)
    return taken
  }
  useEffect(() => {
    if (settled) form.form.submit()
  }, [base, settled, form.form])
  return { name, form, holder, conflict, uploading, wecom, mobileLeft }
}
