import { cityDealers } from '@showroom/contract/base/base.api'
import { defeatBranch } from '@showroom/contract/customer/customer.rules'
import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Checkbox, Form } from 'antd'
import { queryOf } from '../../api/query'
import { useSession } from '../../frame/session'
import { CompetitorSelect, DictionaryChips, RegionCascader, offered, useDictionary } from '../../base/public'
import { clearable } from '../../ui/form/clearable'
import { Field, FormSection, useFieldValue } from '../../ui/form/SchemaForm'
import type { DefeatValues } from './follow.form'
import { contains } from '../../ui/found'
import './follow-form.css'

const boughtElsewhere = 15

/** Fields of a defeat request: the reason, and the details it requires. */
export function FollowDefeat() {
  const form = Form.useFormInstance<DefeatValues>()
  const { cityPoolEnable } = useSession()
  const reason = useFieldValue<number>('failReason') ?? 0
  const subReason = useFieldValue<number>('failSubReason') ?? 0
  const branch = defeatBranch(reason, subReason)
  return (
    <FormSection title="战败申请">
      <Field name="failReason" label="战败原因" group required>
        <DictionaryChips
          kind="failReasons"
          only={({ dataValue }) => cityPoolEnable || dataValue !== boughtElsewhere}
          onChange={() => form.setFieldValue('failSubReason', undefined)}
        />
      </Field>
      {branch.subReason && <SubReason reason={reason} />}
      {branch.dealer && <DealerField />}
      {branch.series && (
        <Field name="failSeries" label="战败车系">
          <CompetitorSelect max={1} placeholder="输入品牌或车系搜索" />
        </Field>
      )}
      {branch.purchaseReasons && <ProductReasons />}
      {branch.city && (
        <Field name="failRegion" label="意向购车城市" required>
          <RegionCascader depth={2} placeholder="请选择省、市" />
        </Field>
      )}
    </FormSection>
  )
}

/** Sub-reasons of the chosen reason. The dictionary's remark holds the reason's code. */
function SubReason({ reason }: { reason: number }) {
  return (
    <Field name="failSubReason" label="战败次原因" group required>
      <DictionaryChips kind="failSubReasons" only={({ remark }) => remark === String(reason)} />
    </Field>
  )
}

/** Offers the dealers of the city; any other name can be typed. */
function DealerField() {
  const { data } = useQuery({ ...queryOf(cityDealers, {}), staleTime: 300_000 })
  return (
    <Field name="failDealerName" label="战败经销商">
      <AutoComplete
        className="sr-fill"
        allowClear={clearable}
        defaultActiveFirstOption={false}
        maxLength={100}
        placeholder="选择同城门店或输入名称"
        options={(data?.data ?? []).map(({ name }) => ({ value: name }))}
        showSearch={{ filterOption: (typed, option) => contains(String(option?.value), typed) }}
      />
    </Field>
  )
}

function ProductReasons() {
  const options = offered(useDictionary('failPurchaseReasons')).map(({ dataValue, dataDisplay }) => ({
    value: Number(dataValue),
    label: dataDisplay,
  }))
  return (
    <Field name="failPurchaseReason" label="产品原因" group>
      <Checkbox.Group className="sr-follow-checks" options={options} />
    </Field>
  )
}
