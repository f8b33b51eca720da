import { CustomerOnFile, NewCustomer, newType } from '@showroom/contract/customer/add.schema'
import { add, checkExist } from '@showroom/contract/customer/customer.api'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { callApi } from '../../api/client'
import { showBlocked, showOnFile } from '../../base/public'
import {
  addRequestOf,
  blankCustomer,
  DeskCustomerFields,
  invalidateCustomerList,
  newCustomerFields,
  type NewCustomerForm,
  newCustomerProblems,
  OnFileNote,
  usePrefilledRegion,
  useWecomQuestion,
} from '../../customer/public'
import { may } from '../../frame/areas'
import { useSession } from '../../frame/session'
import { nowSeconds } from '../../api/clock'
import { focusFirstEmpty } from '../../ui/form/firstError'
import { FormDialog } from '../../ui/form/FormDialog'
import { Field, useFieldValue } from '../../ui/form/SchemaForm'
import type { FormParts } from '../../ui/form/types'
import { useSchemaForm } from '../../ui/form/useSchemaForm'
import { notice } from '../../ui/notice'
import { boardQuery, invalidateDesk } from '../desk.queries'
import { ConfirmArrival } from './ConfirmArrival'
import { ReceiverSelect } from './ReceiverSelect'

/** The front desk's form: a new customer's fields and the owner. */
interface DeskForm extends NewCustomerForm {
  memberId: number
}

/** Time after a response in which the form cannot be sent again. */
const restMs = 300

/** Fields that the desk has typed to find the visitor. */
export type Prefill = Partial<Pick<DeskForm, 'mobile' | 'name'>>

export interface NewTrafficProps {
  prefill?: Prefill
  onClosed: () => void
}

/** Registers a new visitor. The next member in turn whom no one waits for is preselected. */
export function NewTrafficDialog({ prefill, onClosed }: NewTrafficProps) {
  const queries = useQueryClient()
  const [isUploading, setUploading] = useState(false)
  // A ref, because the form checks it after an upload, before the next render.
  const uploading = useRef(false)
  const setBusy = (busy: boolean): void => {
    uploading.current = busy
    setUploading(busy)
  }
  const [isResting, rest] = useRest()
  const [arriving, setArriving] = useState<Arriving>()
  const wecom = useWecomQuestion(0, '新建')
  const mayAsk = may(useSession(), checkExist)
  const [initial] = useState((): Partial<DeskForm> => ({ ...blankCustomer(nowSeconds()), ...prefill }))
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
    moreProblems: (values: DeskForm) => newCustomerProblems(values, nowSeconds(), uploading.current),
    // Without the right to look up WeCom contacts the member is not asked: the new file claims the contact.
    confirm: async ({ mobile }) => !mayAsk || wecom.mayClaim(mobile),
    send: (request, options) => callApi(add, request, options),
    onRefused: (refusal) => {
      rest()
      const customer = CustomerOnFile.safeParse(refusal.answer).data
      const instead = customer &&
        !customer.isPresent && { label: '确认到店', run: () => setArriving(arrivalOf(customer)) }
      return showBlocked(refusal) || showOnFile(refusal, instead || undefined)
    },
    onDone: () => {
      void invalidateDesk(queries)
      void invalidateCustomerList(queries)
      notice.success('客户新建成功')
    },
  })
  usePrefilledRegion(form.form)
  useTypedBefore(form.parts, prefill)
  // The preselected member: while it is unchanged the choice still follows the turn.
  const suggested = useRef(0)
  useSuggestedReceiver((memberId) => {
    const chosen = form.form.getFieldValue('memberId') as number | undefined
    if (form.form.isFieldTouched('memberId') || (chosen && chosen !== suggested.current)) return
    suggested.current = memberId
    form.form.setFieldsValue({ memberId })
  })
  const confirmed = (): void => {
    form.discard()
    onClosed()
  }
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
      {...(prefill?.mobile && { focus: focusFirstEmpty })}
      locked={isUploading || isResting}
    >
      <DeskCustomerFields
        onUploading={setBusy}
        onFile={<OnFileNote onLeave={leave} />}
        owner={<ReceiverField />}
      />
      {arriving && (
        <ConfirmArrival customer={arriving} onDone={confirmed} onClosed={() => setArriving(undefined)} />
      )}
      {wecom.questions}
    </FormDialog>
  )
}

/** Counts the prefilled fields as typed: an earlier draft is offered, and does not replace them. */
function useTypedBefore({ changed }: FormParts, prefill: Prefill | undefined): void {
  useEffect(() => {
    if (prefill && Object.keys(prefill).length > 0) changed(prefill)
  }, [prefill, changed])
}

type Arriving = Parameters<typeof ConfirmArrival>[0]['customer']

const arrivalOf = ({ customerId: id, name, stopped }: z.infer<typeof CustomerOnFile>): Arriving => ({
  id,
  name,
  stopped,
})

/** Selects the owner, and warns if a waiting customer is to be received by that member. */
function ReceiverField() {
  const memberId = useFieldValue<number>('memberId')
  const { data } = useQuery(boardQuery())
  const waiting = memberId ? data?.data.find(({ suggestedId }) => suggestedId === memberId) : undefined
  return (
    <Field
      name="memberId"
      label="客户经理"
      required
      extra={waiting && `${waiting.name}正在等候，建议由该客户经理接待`}
    >
      <ReceiverSelect />
    </Field>
  )
}

/** Preselects a member whom no waiting customer needs, once loaded and after each change; none if there is no such member. */
function useSuggestedReceiver(put: (memberId: number) => void): void {
  const { data } = useQuery(boardQuery())
  const nextId = data?.walkInId
  const latest = useRef(put)
  useEffect(() => {
    latest.current = put
  })
  useEffect(() => {
    if (nextId !== undefined) latest.current(nextId)
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
