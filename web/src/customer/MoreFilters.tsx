import type { DictionaryKind } from '@showroom/contract/base/base.schema'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { DictionaryMultiSelect, DictionarySelect, SeriesSelect } from '../base/public'
import { CustomSourceSelect, ManagedMembersSelect, managedQuery } from '../team/public'
import { DayRangePicker } from '../ui/form/DayPicker'
import { Labelled } from './Labelled'
import { choices, fieldNames, type FixedChoice, moreRanges } from './customer.labels'
import { type ChoiceField, type IdField, rangeOf, rangePresets, rangeText } from './customer.search'
import type { CustomerFilterState } from './useCustomerFilter'

/** The filters that are not used all day: who, where from, what, when. */
export function MoreFilters({ list }: { list: CustomerFilterState }) {
  const { filter, change } = list
  const { data: managed } = useQuery(managedQuery())
  const choice = (field: FixedChoice) => (
    <Labelled key={field} label={fieldNames[field]}>
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
  const many = (field: IdField, kind: DictionaryKind) => (
    <Labelled label={fieldNames[field]}>
      <DictionaryMultiSelect
        kind={kind}
        aria-label={fieldNames[field]}
        value={filter[field]}
        onChange={(ids) => change({ [field]: ids })}
      />
    </Labelled>
  )
  const one = (field: ChoiceField & keyof typeof fieldNames, kind: DictionaryKind) => (
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
      {choice('fromType')}
      {many('fromSources', 'customerFromSources')}
      {many('onlineSources', 'onlineSources')}
      <Labelled label={fieldNames.otherSource}>
        <CustomSourceSelect
          aria-label={fieldNames.otherSource}
          placeholder="全部"
          value={filter.otherSource}
          onChange={(value) => change({ otherSource: value ?? 0 })}
        />
      </Labelled>
      {many('businessTypes', 'businessTypes')}
      <Labelled label={fieldNames.series}>
        <SeriesSelect
          aria-label={fieldNames.series}
          placeholder="全部"
          oneLine
          value={filter.series}
          onChange={(series) => change({ series })}
        />
      </Labelled>
      {choice('comeStatus')}
      {choice('isSmartDrive')}
      {choice('isRemote')}
      {choice('wxCustomerStatus')}
      {one('payType', 'payTypes')}
      {one('failReason', 'failReasons')}
      {choice('suspendStatus')}
      {one('resumeDuration', 'resumeDurations')}
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
