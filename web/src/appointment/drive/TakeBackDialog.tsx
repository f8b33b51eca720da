import { drives as drivesCall, takeBack } from '@showroom/contract/appointment/appointment.api'
import { type Drive, TakeBack } from '@showroom/contract/appointment/drive.schema'
import type { AnswerOf } from '@showroom/contract/kernel/call'
import { clockText } from '@showroom/contract/kernel/day'
import { useQueryClient } from '@tanstack/react-query'
import { InputNumber } from 'antd'
import { callApi } from '../../api/client'
import { keyOf } from '../../api/query'
import { offerTicket } from '../../base/public'
import { FormDialog } from '../../ui/form/FormDialog'
import { Field, useFieldValue } from '../../ui/form/SchemaForm'
import { useSchemaForm } from '../../ui/form/useSchemaForm'
import '../dialogs.css'

/** Kilometres of a test drive from which the form asks to check the mileage. */
const oddKm = 100

/** Takes a test-drive car back with its mileage. */
export function TakeBackDialog({ drive, onClosed }: { drive: Drive; onClosed: () => void }) {
  const queries = useQueryClient()
  const { driveId, plate, outAt, outKm, name } = drive
  const form = useSchemaForm<{ backKm: number | undefined }, typeof TakeBack, AnswerOf<typeof takeBack>>({
    schema: TakeBack,
    initial: { backKm: undefined },
    toRequest: ({ backKm }) => ({ driveId, backKm }),
    send: (request, options) => callApi(takeBack, request, options),
    onDone: ({ undoId }) => {
      const after = (): void => void queries.invalidateQueries({ queryKey: keyOf(drivesCall) })
      after()
      offerTicket({ undoId, text: '已还车', about: name, after })
    },
  })
  return (
    <FormDialog title={`还车 · ${name}`} form={form} onClosed={onClosed} okText="还车" width={480}>
      <p className="sr-move-who">
        {plate}
        <span className="sr-quiet">
          {clockText(outAt)}出发，{outKm}公里
        </span>
      </p>
      <Field name="backKm" label="还车里程（公里）" required>
        <InputNumber min={0} precision={0} style={{ width: '100%' }} placeholder="请输入还车里程" />
      </Field>
      <OddNote outKm={outKm} />
    </FormDialog>
  )
}

function OddNote({ outKm }: { outKm: number }) {
  const backKm = useFieldValue<number>('backKm')
  if (!backKm || backKm - outKm <= oddKm) return null
  return <p role="status">行驶超过{oddKm}公里，请核对里程。</p>
}
