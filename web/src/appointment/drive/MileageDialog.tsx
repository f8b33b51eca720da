import { correctDrive, drives as drivesCall } from '@showroom/contract/appointment/appointment.api'
import { CorrectDrive, type Drive } from '@showroom/contract/appointment/drive.schema'
import { clockText } from '@showroom/contract/kernel/day'
import { InputNumber } from 'antd'
import { callApi } from '../../api/client'
import { keyOf } from '../../api/query'
import { FormDialog } from '../../ui/form/FormDialog'
import { Field } from '../../ui/form/SchemaForm'
import { useSavedForm } from '../../ui/form/useSavedForm'
import '../dialogs.css'

interface MileageValues {
  outKm: number | undefined
  backKm: number | undefined
}

/** Corrects the mileage of a test drive under way or done. */
export function MileageDialog({ drive, onClosed }: { drive: Drive; onClosed: () => void }) {
  const { driveId, plate, outAt, backAt, name } = drive
  const form = useSavedForm<MileageValues, typeof CorrectDrive, unknown>({
    schema: CorrectDrive,
    initial: { outKm: drive.outKm, backKm: drive.backKm },
    toRequest: (values) => ({ driveId, ...values }),
    send: (request, options) => callApi(correctDrive, request, options),
    done: '里程已更正',
    refetch: (queries) => queries.invalidateQueries({ queryKey: keyOf(drivesCall) }),
  })
  return (
    <FormDialog title={`更正里程 · ${name}`} form={form} onClosed={onClosed} okText="更正" width={480}>
      <p className="sr-move-who">
        {plate}
        <span className="sr-quiet">{clockText(outAt)}出发</span>
      </p>
      <Field name="outKm" label="出发里程（公里）" required>
        <InputNumber min={0} precision={0} style={{ width: '100%' }} placeholder="请输入出发里程" />
      </Field>
      {backAt > 0 && (
        <Field name="backKm" label="还车里程（公里）" required>
          <InputNumber min={0} precision={0} style={{ width: '100%' }} placeholder="请输入还车里程" />
        </Field>
      )}
    </FormDialog>
  )
}
