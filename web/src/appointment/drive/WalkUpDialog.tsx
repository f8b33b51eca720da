import { day as dayCall, drives as drivesCall, walkUp } from '@showroom/contract/appointment/appointment.api'
import { agreementKind, WalkUp } from '@showroom/contract/appointment/drive.schema'
import { appointmentMinutes, spanFrom, usualMinutes } from '@showroom/contract/customer/appointment.rules'
import { activityType } from '@showroom/contract/customer/customer.rules'
import type { AnswerOf } from '@showroom/contract/kernel/call'
import { dayStart } from '@showroom/contract/kernel/day'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Select } from 'antd'
import { callApi } from '../../api/client'
import { keyOf, queryOf } from '../../api/query'
import { offerTicket } from '../../base/public'
import { appointmentsQuery, carOptions } from '../../customer/public'
import { FormDialog } from '../../ui/form/FormDialog'
import { Field, FormGrid, useFieldValue } from '../../ui/form/SchemaForm'
import { useSchemaForm } from '../../ui/form/useSchemaForm'
import { useNow } from '../../ui/useNow'
import { type ChosenCustomer, CustomerSelect } from '../CustomerSelect'
import { KeysFields, type KeysValues, useAgreement, useBusy } from './KeysDialog'

interface WalkUpValues extends KeysValues {
  customerId: number | undefined
  carId: number | undefined
  minutes: number
}

export interface WalkUpDialogProps {
  /** Already chosen; missing if the member has to find one. */
  customer?: ChosenCustomer
  onClosed: () => void
}

/** Starts a test drive of a free car for a customer in the showroom, without an appointment. */
export function WalkUpDialog({ customer, onClosed }: WalkUpDialogProps) {
  const queries = useQueryClient()
  const [isUploading, onBusy] = useBusy()
  const text = useAgreement()
  const form = useSchemaForm<WalkUpValues, typeof WalkUp, AnswerOf<typeof walkUp>>({
    schema: WalkUp,
    // A draft may be about another customer.
    ...(!customer && { draft: { form: 'appointment.walkUp' as const } }),
    initial: {
      customerId: customer?.customerId,
      carId: undefined,
      minutes: usualMinutes(activityType.testDrive),
      outKm: undefined,
      agreement: agreementKind.tablet,
      licence: '',
      signature: '',
    },
    toRequest: ({ customerId, carId, signature, ...rest }) => ({
      ...rest,
      customerId: customerId ?? 0,
      carId: carId ?? 0,
      version: text.data?.version,
      signature: rest.agreement === agreementKind.tablet ? signature : '',
    }),
    send: (request, options) => callApi(walkUp, request, options),
    // The text may have changed while the customer read it.
    onRefused: async () => {
      await text.refetch()
      return false
    },
    onDone: ({ undoId }) => {
      const after = (): void => {
        for (const call of [drivesCall, dayCall]) void queries.invalidateQueries({ queryKey: keyOf(call) })
      }
      after()
      offerTicket({ undoId, text: '钥匙已交出', after })
    },
  })
  return (
    <FormDialog
      title="现场试驾"
      form={form}
      onClosed={onClosed}
      okText="交钥匙"
      width={640}
      locked={isUploading || !text.data}
    >
      <Field name="customerId" label="客户" required>
        <CustomerSelect chosen={customer} />
      </Field>
      <CarFields />
      <KeysFields onBusy={onBusy} text={text} />
    </FormDialog>
  )
}

/** Length and car: those that are free from now on for that length. */
function CarFields() {
  const now = useNow()
  const minutes = useFieldValue<number>('minutes') ?? 0
  const { data } = useQuery(appointmentsQuery(now))
  const { data: drives } = useQuery(queryOf(drivesCall, { day: dayStart(now) }))
  const out = new Set(
    (drives?.data ?? []).filter((one) => one.driveId > 0 && one.backAt === 0).map(({ carId }) => carId),
  )
  const options = carOptions(data?.cars ?? [], data?.data ?? [], spanFrom(now, minutes))
  return (
    <FormGrid>
      <Field name="carId" label="试驾车" required>
        <Select
          className="sr-fill"
          placeholder="请选择试驾车"
          notFoundContent="门店还没有登记试驾车"
          options={options.map((one) =>
            out.has(one.value) && !one.disabled
              ? { ...one, label: `${one.label} · 钥匙已交出`, disabled: true }
              : one,
          )}
        />
      </Field>
      <Field name="minutes" label="时长" required>
        <Select
          className="sr-fill"
          options={appointmentMinutes.map((value) => ({ value, label: `${value}分钟` }))}
        />
      </Field>
    </FormGrid>
  )
}
