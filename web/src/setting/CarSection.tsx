import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { cars, removeCar, saveCar } from '@showroom/contract/appointment/appointment.api'
import { RemoveCar, SaveCar, type TestCar } from '@showroom/contract/appointment/appointment.schema'
import { minuteOfDay } from '@showroom/contract/kernel/day'
import type { DealerProfile } from '@showroom/contract/setting/setting.schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { callApi } from '../api/client'
import { keyOf, queryOf } from '../api/query'
import { OneSeriesSelect } from '../base/public'
import { ErrorState } from '../ui/ErrorState'
import { ChipRadio } from '../ui/form/ChipRadio'
import { ConfirmDialog } from '../ui/form/ConfirmDialog'
import { FormDialog } from '../ui/form/FormDialog'
import { Field, FormGrid } from '../ui/form/SchemaForm'
import { TimeOfDay } from '../ui/form/TimeOfDay'
import { RowsSkeleton } from '../ui/Skeletons'
import { TipButton } from '../ui/Tip'
import { SettingSection } from './SettingSection'
import { useSettingForm } from './useSettingForm'

interface Opened {
  readonly what: 'save' | 'remove'
  readonly car?: TestCar
}

/** The store's test-drive cars: which can be booked, and when. */
export function CarSection({ dealer }: { dealer: DealerProfile }) {
  const { data, error, isPending, refetch } = useQuery(queryOf(cars, {}))
  const [opened, setOpened] = useState<Opened>()
  const close = (): void => setOpened(undefined)
  const { inTime, offTime } = dealer.signSetting
  return (
    <SettingSection
      title="试驾车"
      hint="安排试驾时可预约的车辆，同一时间只能预约一次。"
      extra={
        <Button icon={<PlusOutlined />} onClick={() => setOpened({ what: 'save' })}>
          新增试驾车
        </Button>
      }
    >
      {isPending && <RowsSkeleton rows={2} />}
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.data.length === 0 && <p className="sr-quiet">还没有登记试驾车。</p>}
      <ul className="sr-test-cars">
        {data?.data.map((car) => (
          <CarRow key={car.carId} car={car} onOpen={(what) => setOpened({ what, car })} />
        ))}
      </ul>
      {opened?.what === 'save' && <CarDialog hours={{ inTime, offTime }} car={opened.car} onClosed={close} />}
      {opened?.what === 'remove' && opened.car && <RemoveDialog car={opened.car} onClosed={close} />}
    </SettingSection>
  )
}

const CarRow = ({ car, onOpen }: { car: TestCar; onOpen: (what: Opened['what']) => void }) => (
  <li className="sr-test-car">
    <span className="sr-test-car-about">
      {car.plate}{' '}
      <span className="sr-quiet">
        {[
          car.seriesName,
          `${timeText(car.opensAt)}–${timeText(car.closesAt)}`,
          car.isOff && '停用中',
          car.note,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
    <TipButton
      tip="编辑"
      type="text"
      size="small"
      icon={<EditOutlined />}
      aria-label={`编辑 ${car.plate}`}
      onClick={() => onOpen('save')}
    />
    <TipButton
      tip="删除"
      type="text"
      size="small"
      icon={<DeleteOutlined />}
      aria-label={`删除 ${car.plate}`}
      onClick={() => onOpen('remove')}
    />
  </li>
)

/** `HH:MM` of minutes since midnight. */
const timeText = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

function useCarsAgain(): () => void {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: keyOf(cars) })
}

interface CarDialogProps {
  car: TestCar | undefined
  /** The store's hours, which a new car gets at first. */
  hours: { readonly inTime: string; readonly offTime: string }
  onClosed: () => void
}

interface CarValues {
  plate: string
  seriesId?: number | undefined
  opens: string
  closes: string
  note: string
  isOff: boolean
}

function CarDialog({ car, hours, onClosed }: CarDialogProps) {
  const title = car ? '编辑试驾车' : '新增试驾车'
  const form = useSettingForm<CarValues, typeof SaveCar, unknown>({
    schema: SaveCar,
    ...(!car && { draft: { form: 'setting.car' } }),
    initial: {
      plate: car?.plate ?? '',
      seriesId: car?.seriesId,
      opens: car ? timeText(car.opensAt) : hours.inTime,
      closes: car ? timeText(car.closesAt) : hours.offTime,
      note: car?.note ?? '',
      isOff: car?.isOff ?? false,
    },
    toRequest: ({ opens, closes, ...values }) => ({
      ...values,
      carId: car?.carId ?? 0,
      opensAt: minuteOfDay(opens),
      closesAt: minuteOfDay(closes),
    }),
    fieldOf: { opensAt: 'opens', closesAt: 'closes' },
    send: (request, options) => callApi(saveCar, request, options),
    onDone: useCarsAgain(),
  })
  return (
    <FormDialog title={title} form={form} onClosed={onClosed} okText={car ? '保存' : '新增'} width={560}>
      <FormGrid>
        <Field name="plate" label="车牌号" required>
          <Input maxLength={12} autoComplete="off" />
        </Field>
        <Field name="seriesId" label="车系" required>
          <OneSeriesSelect />
        </Field>
        <Field name="opens" label="可预约时间" required>
          <TimeOfDay />
        </Field>
        <Field name="closes" label="至" required>
          <TimeOfDay />
        </Field>
        <Field name="note" label="备注" wide>
          <Input maxLength={50} placeholder="如：颜色、配置、停放位置" />
        </Field>
        <Field name="isOff" label="状态" group wide>
          <ChipRadio<boolean>
            options={[
              { value: false, label: '可预约' },
              { value: true, label: '停用（保养、维修）' },
            ]}
          />
        </Field>
      </FormGrid>
    </FormDialog>
  )
}

function RemoveDialog({ car, onClosed }: { car: TestCar; onClosed: () => void }) {
  const form = useSettingForm({
    schema: RemoveCar,
    initial: {},
    toRequest: () => ({ carId: car.carId }),
    send: (request, options) => callApi(removeCar, request, options),
    done: '删除成功',
    onDone: useCarsAgain(),
  })
  return (
    <ConfirmDialog title="删除试驾车" form={form} onClosed={onClosed} okText="删除" danger>
      <p>确定删除试驾车“{car.plate}”吗？</p>
      <p className="sr-confirm-hint">已完成的试驾记录不受影响。</p>
    </ConfirmDialog>
  )
}
