import {
  bulkBusinessType,
  lockedSources,
  oldCarBusinessTypes,
  proofSources,
  source,
} from '@showroom/contract/customer/customer.rules'
import { Form, Input, InputNumber, Radio, Tag } from 'antd'
import type { ReactNode } from 'react'
import {
  CompetitorSelect,
  DictionaryChips,
  DictionaryRadio,
  DictionarySelect,
  OneSeriesSelect,
  type Region,
  RegionCascader,
  sendImage,
  SeriesSelect,
  useMobileRegion,
  useOwnRegion,
} from '../../base/public'
import { CustomSourceSelect } from '../../team/public'
import { nowSeconds } from '../../api/clock'
import { DayPicker } from '../../ui/form/DayPicker'
import { Field, FormGrid, useFieldValue, When } from '../../ui/form/SchemaForm'
import { ImageUpload, type SavedImage } from '../../ui/upload/ImageUpload'
import type { CustomerForm } from './customer.form'
import { NumberInput } from './NumberInput'
import './customer-fields.css'

export const genders = [
  { value: 1, label: '先生' },
  { value: 2, label: '女士' },
]
const customerTypes = [
  { value: 1, label: '个人' },
  { value: 2, label: '企业' },
]

export interface PersonFieldsProps {
  /** Called when the mobile field loses focus. */
  onMobileLeft?: (mobile: string) => void
  /** Shown below the mobile field. */
  mobileNote?: ReactNode
  /** False for a file that never had a number. */
  mobileRequired?: boolean
}

/** Personal data and contact details. */
export const PersonFields = (props: PersonFieldsProps) => (
  <FormGrid columns={3}>
    <WhoFields {...props} />
    <ReachFields />
  </FormGrid>
)

/** Name, mobile and form of address, which every file starts with. Cells of a grid. */
export const WhoFields = (props: PersonFieldsProps) => (
  <>
    <NameField />
    <MobileField {...props} />
    <GenderField />
  </>
)

export const NameField = () => (
  <Field name="name" label="客户姓名" required>
    <Input maxLength={50} autoComplete="off" placeholder="请输入客户姓名" />
  </Field>
)

export const MobileField = ({ onMobileLeft, mobileNote, mobileRequired = true }: PersonFieldsProps) => (
  <Field name="mobile" label="手机号" required={mobileRequired} extra={mobileNote}>
    <NumberInput
      of="mobile"
      label="手机号"
      type="tel"
      inputMode="tel"
      placeholder="请输入手机号"
      onBlur={(event) => onMobileLeft?.(event.target.value)}
    />
  </Field>
)

export const GenderField = () => (
  <Field name="gender" label="性别" required group>
    <Radio.Group options={genders} />
  </Field>
)

/** Other contact details, and whether the buyer is a company. Cells of a grid. */
export const ReachFields = () => (
  <>
    <Field name="secondardPhone" label="备用号码">
      <NumberInput of="secondardPhone" label="备用号码" type="tel" placeholder="手机、座机均可" />
    </Field>
    <Field name="weixin" label="微信">
      <NumberInput of="weixin" label="微信" placeholder="微信号" />
    </Field>
    <Field name="type" label="客户类型" required group>
      <Radio.Group options={customerTypes} />
    </Field>
    <When<number> field="type" is={(type) => type === 2}>
      <Field name="companyName" label="企业名称" required wide>
        <Input maxLength={100} autoComplete="organization" placeholder="请输入企业名称" />
      </Field>
    </When>
  </>
)

interface NamedSeries {
  readonly specId: number
  readonly name: string
}

interface SourceFieldsProps {
  onUploading: (busy: boolean) => void
  /** The source of an existing file. A source set by the system is shown but cannot be changed. */
  ofFile?: number
  /** Proof images of the existing file. */
  proofs?: readonly SavedImage[]
}

/** The effect of another source: a correction moves the facts of all days (docs/decisions/0116). */
const sourceHint = (ofFile: number): string =>
  lockedSources.includes(ofFile) ? '系统来源，不可修改' : '更正会改变以往各天按来源的统计，合计不变'

/** Source and business type, each with a follow-up field behind it. */
export function SourceFields({ onUploading, ofFile, proofs = [] }: SourceFieldsProps) {
  const unset = useUnsetOrigin()
  const fixed = lockedSources.includes(ofFile ?? 0)
  return (
    <FormGrid>
      <Field
        name="fromSource"
        label={
          <>
            客户来源
            {ofFile !== undefined && <span className="sr-field-hint">{sourceHint(ofFile)}</span>}
          </>
        }
        required
      >
        <DictionarySelect
          kind="customerFromSources"
          disabled={fixed}
          {...(ofFile === undefined ? { without: lockedSources } : { locked: lockedSources })}
          onChange={unset}
        />
      </Field>
      <OriginFields onUploading={onUploading} proofs={proofs} />
      <BusinessTypeField />
      <BusinessMoreFields />
    </FormGrid>
  )
}

/** The source as chips, for a form whose first view shows it. A walk-in whom the desk has not registered gets a word. */
export const SourceChips = ({ onUploading }: Pick<SourceFieldsProps, 'onUploading'>) => (
  <FormGrid>
    <Field
      name="fromSource"
      label="客户来源"
      required
      group
      wide
      extra={
        <When<number> field="fromSource" is={(chosen) => chosen === source.walkIn}>
          到店由前台登记，或在客户页确认到店
        </When>
      }
    >
      <DictionaryChips
        kind="customerFromSources"
        only={({ dataValue }) => !lockedSources.includes(Number(dataValue))}
        onChange={useUnsetOrigin()}
      />
    </Field>
    <OriginFields onUploading={onUploading} />
  </FormGrid>
)

/** Empties what belongs to the source that was chosen before. */
function useUnsetOrigin(): () => void {
  const form = Form.useFormInstance<CustomerForm>()
  return () => form.setFieldsValue({ otherSource: 0, newMediaImages: '' })
}

/** Fields that some sources need in addition. Cells of a grid. */
function OriginFields({ onUploading, proofs = [] }: Pick<SourceFieldsProps, 'onUploading' | 'proofs'>) {
  return (
    <>
      <When<number> field="fromSource" is={(chosen) => chosen === source.custom}>
        <Field name="otherSource" label="自定义来源" required>
          <CustomSourceSelect />
        </Field>
      </When>
      <When<number> field="fromSource" is={(chosen) => chosen === source.network}>
        <Field name="otherSource" label="网络来源" required>
          <DictionarySelect kind="onlineSources" placeholder="请选择网络来源" allowClear />
        </Field>
      </When>
      <When<number> field="fromSource" is={(chosen) => proofSources.includes(chosen ?? 0)}>
        <Field name="newMediaImages" label="客户来源凭证" required group>
          <ImageUpload send={sendImage} onBusy={onUploading} saved={proofs} />
        </Field>
      </When>
    </>
  )
}

export const BusinessTypeField = () => (
  <Field name="businessType" label="业务类型" required group>
    <DictionaryRadio kind="businessTypes" />
  </Field>
)

/** Extra fields of some business types: number of cars, or the present car. */
export const BusinessMoreFields = () => (
  <>
    <When<number> field="businessType" is={(type) => type === bulkBusinessType}>
      <Field name="buyCount" label="购车数量" end>
        <InputNumber
          className="sr-fill"
          min={0}
          max={10_000}
          precision={0}
          suffix="台"
          placeholder="0-10000"
        />
      </Field>
    </When>
    <When<number> field="businessType" is={(type) => oldCarBusinessTypes.includes(type ?? 0)}>
      <Field name="addPurchaseOldSeriesId" label="原有车系" end>
        <OneSeriesSelect placeholder="请选择原有车系" />
      </Field>
    </When>
  </>
)

/** Intended series and region. `competitors` names those already in a file. */
export function IntentFields({ competitors = [] }: { competitors?: readonly NamedSeries[] }) {
  return (
    <>
      <SeriesFields competitors={competitors} />
      <FormGrid columns={3}>
        <BudgetFields />
        <RegionField />
      </FormGrid>
    </>
  )
}

export const SeriesFields = ({ competitors = [] }: { competitors?: readonly NamedSeries[] }) => (
  <FormGrid>
    <SeriesField />
    <CompetitorField competitors={competitors} />
  </FormGrid>
)

export const SeriesField = () => (
  <Field name="specIds" label="意向车系" required>
    <SeriesSelect />
  </Field>
)

export const CompetitorField = ({ competitors = [] }: { competitors?: readonly NamedSeries[] }) => (
  <Field name="competitionSerieses" label="竞品车系">
    <CompetitorSelect extra={competitors} />
  </Field>
)

/** Budget and purchase date. Cells of a grid. */
export const BudgetFields = () => (
  <>
    <Field name="budget" label="购车预算">
      <DictionarySelect kind="budgets" suffix="万元" placeholder="未了解" allowClear />
    </Field>
    <Field name="buycarDate" label="预计购车日期">
      <DayPicker min={nowSeconds()} />
    </Field>
  </>
)

/** `sent` is the region that a lead source sent. */
export const RegionField = ({ sent }: { sent?: Region }) => (
  <Field
    name="region"
    label={
      <>
        购车地区
        <PlaceMark />
      </>
    }
    required
    extra={useOfferedRegion(sent)}
  >
    <RegionCascader />
  </Field>
)

/** Offers the customer's own region, or that of the typed mobile while the field still has the store's city. */
function useOfferedRegion(sent: Region | undefined) {
  const form = Form.useFormInstance()
  const region = useFieldValue<Region>('region')
  const own = useOwnRegion()
  const issued = useMobileRegion(useFieldValue<string>('mobile'))
  const offered = sent ?? (region?.city === own?.city ? issued : undefined)
  if (!offered || region?.city === offered.city) return undefined
  const { province, city, area } = offered
  return (
    <button type="button" className="sr-link" onClick={() => form.setFieldsValue({ region: offered })}>
      填入{sent ? '客户所在地区' : '手机号归属地'}：
      {[...new Set([province, city, area])].filter(Boolean).join(' ')}
    </button>
  )
}

/** Marks the store's own region, which is prefilled, and a purchase in another city as remote. */
function PlaceMark() {
  const own = useOwnRegion()
  const region = useFieldValue<Region>('region')
  if (!own || !region?.city) return null
  if (region.city !== own.city) return <Tag className="sr-remote">异地购车</Tag>
  return region.area === own.area && <span className="sr-field-hint">门店所在地</span>
}
