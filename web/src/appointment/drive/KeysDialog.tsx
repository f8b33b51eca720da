import type { Agreement } from '@showroom/contract/appointment/agreement.schema'
import {
  agreement as agreementCall,
  drives as drivesCall,
  handOver,
} from '@showroom/contract/appointment/appointment.api'
import { agreementKind, type Drive, HandOver } from '@showroom/contract/appointment/drive.schema'
import type { AnswerOf } from '@showroom/contract/kernel/call'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { InputNumber, Radio, Select } from 'antd'
import { useState } from 'react'
import { callApi } from '../../api/client'
import { nowSeconds } from '../../api/clock'
import { keyOf, queryOf } from '../../api/query'
import { offerTicket, sendImage } from '../../base/public'
import { appointmentsQuery } from '../../customer/public'
import { ErrorState } from '../../ui/ErrorState'
import { FormDialog } from '../../ui/form/FormDialog'
import { Field, When } from '../../ui/form/SchemaForm'
import { useSchemaForm } from '../../ui/form/useSchemaForm'
import { ImageUpload } from '../../ui/upload/ImageUpload'
import { RowsSkeleton } from '../../ui/Skeletons'
import { PaperLink } from './PaperLink'
import { SignaturePad } from './SignaturePad'
import './keys.css'

export interface KeysValues {
  outKm: number | undefined
  agreement: number
  licence: string
  signature: string
}

interface HandOverValues extends KeysValues {
  carId: number | undefined
}

/** Hands over the keys of a test drive: car, mileage, licence, signed agreement. */
export function KeysDialog({ drive, onClosed }: { drive: Drive; onClosed: () => void }) {
  const queries = useQueryClient()
  const [isUploading, onBusy] = useBusy()
  const { customerId, activityId } = drive
  const { data } = useQuery(appointmentsQuery(nowSeconds()))
  const text = useAgreement()
  const cars = data?.cars.filter(({ isOff }) => !isOff) ?? []
  const form = useSchemaForm<HandOverValues, typeof HandOver, AnswerOf<typeof handOver>>({
    schema: HandOver,
    draft: { form: 'appointment.handOver', record: { id: customerId, version: String(activityId) } },
    initial: {
      carId: drive.carId || undefined,
      outKm: drive.lastKm || undefined,
      agreement: agreementKind.tablet,
      licence: '',
      signature: '',
    },
    toRequest: ({ carId, outKm, agreement, licence, signature }) => ({
      customerId,
      activityId,
      carId: carId ?? 0,
      outKm,
      agreement,
      version: text.data?.version,
      licence,
      signature: agreement === agreementKind.tablet ? signature : '',
    }),
    send: (request, options) => callApi(handOver, request, options),
    // The text may have changed while the customer read it.
    onRefused: async () => {
      await text.refetch()
      return false
    },
    onDone: ({ undoId }) => {
      const after = (): void => void queries.invalidateQueries({ queryKey: keyOf(drivesCall) })
      after()
      offerTicket({ undoId, text: '钥匙已交出', about: drive.name, after })
    },
  })
  return (
    <FormDialog
      title={`交钥匙 · ${drive.name}`}
      form={form}
      onClosed={onClosed}
      okText="交钥匙"
      width={640}
      locked={isUploading || !text.data}
    >
      <Field name="carId" label="试驾车" required>
        <Select
          placeholder="请选择试驾车"
          options={cars.map(({ carId, plate, seriesName }) => ({
            value: carId,
            label: `${plate} ${seriesName}`,
          }))}
        />
      </Field>
      <KeysFields onBusy={onBusy} text={text} activityId={activityId} />
    </FormDialog>
  )
}

/** The agreement in force, which the customer reads. */
export const useAgreement = (): UseQueryResult<Agreement> => useQuery(queryOf(agreementCall, {}))

interface SigningProps {
  text: UseQueryResult<Agreement>
  /** The planned drive, whose sheet can be printed. */
  activityId?: number
  onBusy: OnBusy
}

type OnBusy = (what: 'licence' | 'signature', isBusy: boolean) => void

/** Whether a picture of the form is being uploaded, and the callback of the fields. */
export function useBusy(): [boolean, OnBusy] {
  const [busy, setBusy] = useState({ licence: false, signature: false })
  return [
    busy.licence || busy.signature,
    (what, isBusy) => setBusy((before) => ({ ...before, [what]: isBusy })),
  ]
}

/** Mileage, licence and signed agreement. */
export function KeysFields({ onBusy, text, activityId }: SigningProps) {
  return (
    <>
      <Field name="outKm" label="出发里程（公里）" required>
        <InputNumber min={0} precision={0} style={{ width: '100%' }} placeholder="请输入出发里程" />
      </Field>
      <Field name="licence" label="驾驶证照片" group>
        <ImageUpload send={sendImage} onBusy={(isBusy) => onBusy('licence', isBusy)} max={1} />
      </Field>
      <Signing text={text} onBusy={onBusy} {...(activityId !== undefined && { activityId })} />
    </>
  )
}

/** The agreement: its text and the signature pad, or its print. */
const Signing = ({ text, activityId, onBusy }: SigningProps) => (
  <>
    <Field name="agreement" label="试驾协议" required group>
      <Radio.Group
        options={[
          { value: agreementKind.tablet, label: '平板签名' },
          { value: agreementKind.paper, label: '纸质已签' },
        ]}
      />
    </Field>
    {text.isPending && <RowsSkeleton rows={3} />}
    {text.error && !text.data && <ErrorState error={text.error} onRetry={() => void text.refetch()} />}
    <When<number> field="agreement" is={(kind) => kind === agreementKind.paper}>
      {activityId !== undefined && <PaperLink activityId={activityId} />}
    </When>
    <When<number> field="agreement" is={(kind) => kind === agreementKind.tablet}>
      <p className="sr-agreement">{text.data?.content}</p>
      <Field name="signature" label="客户签名" required group>
        {/* A new version empties the pad. */}
        <SignaturePad key={text.data?.version} onBusy={(isBusy) => onBusy('signature', isBusy)} />
      </Field>
    </When>
  </>
)
