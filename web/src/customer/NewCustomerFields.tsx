import {
  activityType,
  bulkBusinessType,
  defaultNextDate,
  type FollowLevel,
  followLevels,
  lockedSources,
  oldCarBusinessTypes,
  proofSources,
  source,
  windowDays,
} from '@showroom/contract/customer/customer.rules'
import { addDays } from '@showroom/contract/kernel/day'
import { Form, Input, InputNumber, Radio, Tag } from 'antd'
import {
  CompetitorSelect,
  DictionaryRadio,
  DictionarySelect,
  OneSeriesSelect,
  type Region,
  RegionCascader,
  sendImage,
  SeriesSelect,
  useOwnRegion,
} from '../base/public'
import { CustomSourceSelect } from '../team/public'
import { formatDay, nowSeconds } from '../ui/day'
import { DayPicker } from '../ui/form/DayPicker'
import { Field, FormGrid, useFieldValue, When } from '../ui/form/SchemaForm'
import { ImageUpload } from '../ui/upload/ImageUpload'
import { ChipRadio } from './ChipRadio'
import type { NewCustomerForm } from './customer.add'
import { LevelChip } from './LevelChip'

const genders = [
  { value: 1, label: '先生' },
  { value: 2, label: '女士' },
]
const types = [
  { value: 1, label: '个人' },
  { value: 2, label: '企业' },
]

export function PersonFields() {
  return (
    <FormGrid columns={3}>
      <Field name="name" label="客户姓名" required>
        <Input autoFocus maxLength={50} autoComplete="off" placeholder="请输入客户姓名" />
      </Field>
      <Field name="mobile" label="手机号" required>
        <Input type="tel" inputMode="tel" maxLength={20} autoComplete="off" placeholder="请输入手机号" />
      </Field>
      <Field name="gender" label="性别" required group>
        <Radio.Group options={genders} />
      </Field>
      <Field name="secondardPhone" label="备用电话">
        <Input type="tel" maxLength={30} autoComplete="off" placeholder="手机、座机均可" />
      </Field>
      <Field name="weixin" label="微信">
        <Input maxLength={50} autoComplete="off" placeholder="微信号" />
      </Field>
      <Field name="type" label="客户类型" required group>
        <Radio.Group options={types} />
      </Field>
      <When<number> field="type" is={(type) => type === 2}>
        <Field name="companyName" label="企业名称" required wide>
          <Input maxLength={100} autoComplete="organization" placeholder="请输入企业名称" />
        </Field>
      </When>
    </FormGrid>
  )
}

/** Source and business type each open a second question below themselves. */
export function SourceFields({ onUploading }: { onUploading: (busy: boolean) => void }) {
  const form = Form.useFormInstance<NewCustomerForm>()
  return (
    <FormGrid>
      <Field name="fromSource" label="客户来源" required>
        <DictionarySelect
          kind="customerFromSources"
          without={lockedSources}
          onChange={() => form.setFieldsValue({ otherSource: 0, newMediaImages: '' })}
        />
      </Field>
      <Field name="businessType" label="业务类型" group>
        <DictionaryRadio kind="businessTypes" />
      </Field>
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
          <ImageUpload send={sendImage} onBusy={onUploading} />
        </Field>
      </When>
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
    </FormGrid>
  )
}

export function IntentFields() {
  return (
    <>
      <FormGrid>
        <Field name="specIds" label="意向车系" required>
          <SeriesSelect />
        </Field>
        <Field name="competitionSerieses" label="竞品车系">
          <CompetitorSelect />
        </Field>
      </FormGrid>
      <FormGrid columns={3}>
        <Field name="budget" label="购车预算">
          <DictionarySelect kind="budgets" suffix="万元" allowClear />
        </Field>
        <Field name="buycarDate" label="预计购车日期">
          <DayPicker min={nowSeconds()} />
        </Field>
        <Field
          name="region"
          label={
            <>
              购车地区
              <RemoteMark />
            </>
          }
          required
        >
          <RegionCascader />
        </Field>
      </FormGrid>
    </>
  )
}

/** Buying in another city than the store's is marked as remote (document 2, section 5.4). */
function RemoteMark() {
  const own = useOwnRegion()
  const region = useFieldValue<Region>('region')
  if (!own || !region?.city || region.city === own.city) return null
  return <Tag className="sr-remote">异地购车</Tag>
}

const levelChips = followLevels.map((level) => ({
  value: level,
  label: <LevelChip level={level} size="small" />,
  hint: `${windowDays[level]}天内`,
}))

/** The level decides how far away the next follow-up may be. */
export function NextFollowFields() {
  const form = Form.useFormInstance<NewCustomerForm>()
  const prefillTestDrive = (type: number): void => {
    const { specIds, nextTestSpecId } = form.getFieldsValue(true) as Partial<NewCustomerForm>
    const first = specIds?.[0]
    if (type === activityType.testDrive && !nextTestSpecId && first)
      form.setFieldsValue({ nextTestSpecId: first })
  }
  return (
    <FormGrid>
      <Field name="level" label="客户级别" required group wide>
        <ChipRadio<FollowLevel>
          options={levelChips}
          onChange={(level) => form.setFieldsValue({ nextDate: defaultNextDate(level, nowSeconds()) })}
        />
      </Field>
      <Field name="nextActivityType" label="下次跟进方式" required>
        <DictionarySelect
          kind="activityNextFollowTypes"
          placeholder="请选择下次跟进"
          onChange={(type) => prefillTestDrive(type ?? 0)}
        />
      </Field>
      <NextDateField />
      <When<number> field="nextActivityType" is={(type) => type === activityType.testDrive}>
        <Field name="nextTestSpecId" label="试驾车型" required>
          <OneSeriesSelect placeholder="请选择意向车型" />
        </Field>
      </When>
      <Field name="remark" label="备注" wide>
        <Input.TextArea
          maxLength={500}
          autoSize={{ minRows: 2, maxRows: 6 }}
          placeholder="客户的需求、顾虑、约定"
        />
      </Field>
    </FormGrid>
  )
}

function NextDateField() {
  const level = useFieldValue<FollowLevel>('level') ?? 'N'
  const now = nowSeconds()
  const last = defaultNextDate(level, now)
  return (
    <Field
      name="nextDate"
      label={
        <>
          跟进日期
          <span className="sr-field-hint">
            {level} 级最晚 {formatDay(last)}
          </span>
        </>
      }
      required
    >
      <DayPicker min={addDays(now, -1)} max={last} />
    </Field>
  )
}
