import { NewCustomer, newType } from '@showroom/contract/customer/add.schema'
import { add, checkExist } from '@showroom/contract/customer/customer.api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../../api/client'
import { showBlocked } from '../../base/public'
import {
  addRequestOf,
  blankCustomer,
  DeskCustomerFields,
  invalidateCustomerList,
  newCustomerFields,
  type NewCustomerForm,
  newCustomerProblems,
  type NumberOnFile,
  OnFileNote,
  onFileProblems,
  usePrefilledRegion,
  useWecomQuestion,
} from '../../customer/public'
import { may } from '../../frame/areas'
import { useSession } from '../../frame/session'
import { nowSeconds } from '../../api/clock'
import { FormDialog } from '../../ui/form/FormDialog'
import { Field } from '../../ui/form/SchemaForm'
import { useSchemaForm } from '../../ui/form/useSchemaForm'
import { notice } from '../../ui/notice'
import { boardQuery, invalidateDesk } from '../desk.queries'
import { ReceiverSelect } from './ReceiverSelect'

/** The front desk's form: a new customer's fields and the owner. */
interface DeskForm extends NewCustomerForm {
  memberId: number
}

/** Time after a response in which the form cannot be sent again. */
const restMs = 300

/** Registers a new visitor. The next member in turn is preselected. */
export function NewTrafficDialog({ onClosed }: { onClosed: () => void }) {
  const queries = useQueryClient()
  const [isUploading, setUploading] = useState(false)
  // A ref, because the form checks it after an upload, before the next render.
  const uploading = useRef(false)
  const setBusy = (busy: boolean): void => {
    uploading.current = busy
    setUploading(busy)
  }
  const [isResting, rest] = useRest()
  const found = useRef<NumberOnFile>(undefined)
  const wecom = useWecomQuestion(0, '新建')
  const mayAsk = may(useSession(), checkExist)
  const [initial] = useState((): Partial<DeskForm> => blankCustomer(nowSeconds()))
  const form = useSchemaForm({
    schema: NewCustomer,
    initial,
    draft: { form: 'customer.desk', without: ['newMediaImages'] },
    toRequest: (values: Partial<DeskForm>) => ({
      ...addRequestOf(values),
      newType: newType.frontDesk as number,
      assignMemberId: values.memberId ?? 0,
    }),
    fieldOf: { ...newCustomerFields, assignMemberId: 'memberId' },
    lockMs: restMs,
    moreProblems: (values: DeskForm) => [
      ...onFileProblems(found.current, values.mobile),
      ...newCustomerProblems(values, nowSeconds(), uploading.current),
    ],
    // Without the right to look up WeCom contacts the member is not asked: the new file claims the contact.
    confirm: async ({ mobile }) => !mayAsk || wecom.mayClaim(mobile),
    send: (request, options) => callApi(add, request, options),
    onRefused: (refusal) => {
      rest()
      return showBlocked(refusal)
    },
    onDone: () => {
      void invalidateDesk(queries)
      void invalidateCustomerList(queries)
      notice.success('客户新建成功')
    },
  })
  usePrefilledRegion(form.form)
  // The preselected member: while it is unchanged the choice still follows the turn.
  const suggested = useRef(0)
  useSuggestedReceiver((memberId) => {
    const chosen = form.form.getFieldValue('memberId') as number | undefined
    if (form.form.isFieldTouched('memberId') || (chosen && chosen !== suggested.current)) return
    suggested.current = memberId
    form.form.setFieldsValue({ memberId })
  })
  const leave = (): void => {
    if (!form.form.getFieldValue('remark')) form.discard()
  }
  return (
    <FormDialog
      title="新建客户"
      form={form}
      onClosed={onClosed}
      okText="保存"
      width={880}
      locked={isUploading || isResting}
    >
      <DeskCustomerFields
        onUploading={setBusy}
        onFile={<OnFileNote found={found} onLeave={leave} />}
        owner={
          <Field name="memberId" label="客户经理" required>
            <ReceiverSelect />
          </Field>
        }
      />
      {wecom.questions}
    </FormDialog>
  )
}

/** Preselects the next member in turn, once loaded and after each change. */
function useSuggestedReceiver(put: (memberId: number) => void): void {
  const { data } = useQuery(boardQuery())
  const nextId = data?.nextId ?? 0
  const latest = useRef(put)
  useEffect(() => {
    latest.current = put
  })
  useEffect(() => {
    if (nextId > 0) latest.current(nextId)
  }, [nextId])
}

/** A flag that stays true for a short time. */
function useRest(): [boolean, () => void] {
  const [isResting, setResting] = useState(false)
  useEffect(() => {
    if (!isResting) return undefined
    const timer = setTimeout(() => setResting(false), restMs)
    return () => clearTimeout(timer)
  }, [isResting])
  return [isResting, () => setResting(true)]
}
