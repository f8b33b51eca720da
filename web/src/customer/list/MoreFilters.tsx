import type { DictionaryKind } from '@showroom/contract/base/base.schema'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { DictionaryMultiSelect, DictionarySelect, SeriesSelect } from '../../base/public'
import { CustomSourceSelect, ManagedMembersSelect, managedQuery } from '../../team/public'
import { DayRangePicker } from '../../ui/form/DayPicker'
import { rangeOf, rangePresets, rangeText } from '../../ui/list/dayRange'
import { Labelled } from '../../ui/list/Labelled'
import { choices, fieldNames, type FixedChoice, moreRanges } from '../customer.labels'
import type { ChoiceField, IdField } from './customer.search'
import type { CustomerFilterState } from './useCustomerFilter'

/** The filters that are not used all day: who, where from, what, when. */
export function MoreFilters({ list }: { list: CustomerFilterState }) {
  const { filter, change } = list
  const { data: managed } = useQuery(managedQuery())
  return (
    <>
      {(managed?.data.length ?? 0) > 1 && (
        <Labelled label={fieldNames.saleIds}>
          <ManagedMembersSelect
            aria-label={fieldNames.saleIds}
            value={filter.saleIds}
            onChange={(saleIds) => change({ saleIds })}
          />
        </Labelled>
      )}
      <FixedFilter list={list} field="fromType" />
      <ManyFilter list={list} field="fromSources" kind="customerFromSources" />
      <ManyFilter list={list} field="onlineSources" kind="onlineSources" />
      <Labelled label={fieldNames.otherSource}>
        <CustomSourceSelect
          aria-label={fieldNames.otherSource}
          placeholder="全部"
          value={filter.otherSource}
          onChange={(value) => change({ otherSource: value ?? 0 })}
        />
      </Labelled>
      <ManyFilter list={list} field="businessTypes" kind="businessTypes" />
      <Labelled label={fieldNames.series}>
        <SeriesSelect
          aria-label={fieldNames.series}
          placeholder="全部"
          oneLine
          value={filter.series}
          onChange={(series) => change({ series })}
        />
      </Labelled>
      <FixedFilter list={list} field="comeStatus" />
      <FixedFilter list={list} field="isSmartDrive" />
      <FixedFilter list={list} field="isRemote" />
      <FixedFilter list={list} field="wxCustomerStatus" />
      <OneFilter list={list} field="payType" kind="payTypes" />
      <OneFilter list={list} field="failReason" kind="failReasons" />
      <FixedFilter list={list} field="suspendStatus" />
      <OneFilter list={list} field="resumeDuration" kind="resumeDurations" />
      {moreRanges.map((field) => (
        <Labelled key={field} label={fieldNames[field]}>
          <DayRangePicker
            aria-label={fieldNames[field]}
            value={rangeOf(filter[field])}
            presets={rangePresets()}
            onChange={(range) => change({ [field]: rangeText(range) })}
          />
        </Labelled>
      ))}
    </>
  )
}

interface FilterProps<Field> {
  list: CustomerFilterState
  field: Field
}

/** One of the list query's own codes. */
const FixedFilter = ({ list: { filter, change }, field }: FilterProps<FixedChoice>) => (
  <Labelled label={fieldNames[field]}>
    <Select<number>
      className="sr-fill"
      aria-label={fieldNames[field]}
      placeholder="全部"
      allowClear
      options={[...choices[field]]}
      value={filter[field] || null}
      onChange={(value) => change({ [field]: value ?? 0 })}
    />
  </Labelled>
)

/** One code of a dictionary. */
const OneFilter = ({
  list: { filter, change },
  field,
  kind,
}: FilterProps<ChoiceField & keyof typeof fieldNames> & { kind: DictionaryKind }) => (
  <Labelled label={fieldNames[field]}>
    <DictionarySelect
      kind={kind}
      aria-label={fieldNames[field]}
      placeholder="全部"
      allowClear
      value={filter[field]}
      onChange={(value) => change({ [field]: value ?? 0 })}
    />
  </Labelled>
)

/** Several codes of a dictionary. */
const ManyFilter = ({
  list: { filter, change },
  field,
  kind,
}: FilterProps<IdField> & { kind: DictionaryKind }) => (
  <Labelled label={fieldNames[field]}>
    <DictionaryMultiSelect
      kind={kind}
      aria-label={fieldNames[field]}
      value={filter[field]}
      onChange={(ids) => change({ [field]: ids })}
    />
  </Labelled>
)
