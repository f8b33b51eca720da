import { useQuery } from '@tanstack/react-query'
import { DictionaryMultiSelect, DictionarySelect, RegionCodeSelect, SeriesSelect } from '../../base/public'
import { CustomSourceSelect, ManagedMembersSelect, managedQuery } from '../../team/public'
import { ChoiceFilter, DaysFilter, Filter } from '../../ui/list/Filter'
import type { CustomerListState } from './customer.fields'

/** Date ranges in reading order. */
const ranges = [
  'followDate',
  'nextDate',
  'comeDate',
  'smartDriveDate',
  'orderDate',
  'deliverDate',
  'failDate',
  'suspendDate',
] as const

/** Less common filters: owner, source, vehicle, region and dates. */
export function MoreFilters({ list }: { list: CustomerListState }) {
  const { data: managed } = useQuery(managedQuery())
  const one = { placeholder: '全部', allowClear: true } as const
  return (
    <>
      {(managed?.data.length ?? 0) > 1 && (
        <Filter list={list} field="saleIds">
          {(control) => <ManagedMembersSelect {...control} />}
        </Filter>
      )}
      <ChoiceFilter list={list} field="fromType" />
      <Filter list={list} field="fromSources">
        {(control) => <DictionaryMultiSelect kind="customerFromSources" {...control} />}
      </Filter>
      <Filter list={list} field="onlineSources">
        {(control) => <DictionaryMultiSelect kind="onlineSources" {...control} />}
      </Filter>
      <Filter list={list} field="otherSource">
        {(control) => <CustomSourceSelect {...control} placeholder="全部" />}
      </Filter>
      <Filter list={list} field="businessTypes">
        {(control) => <DictionaryMultiSelect kind="businessTypes" {...control} />}
      </Filter>
      <Filter list={list} field="series">
        {(control) => <SeriesSelect {...control} placeholder="全部" oneLine />}
      </Filter>
      <Filter list={list} field="buyRegion">
        {(control) => <RegionCodeSelect {...control} placeholder="全部" />}
      </Filter>
      <ChoiceFilter list={list} field="comeStatus" />
      <ChoiceFilter list={list} field="isSmartDrive" />
      <ChoiceFilter list={list} field="isRemote" />
      <ChoiceFilter list={list} field="wxCustomerStatus" />
      <Filter list={list} field="payType">
        {(control) => <DictionarySelect kind="payTypes" {...control} {...one} />}
      </Filter>
      <Filter list={list} field="failReason">
        {(control) => <DictionarySelect kind="failReasons" {...control} {...one} />}
      </Filter>
      <ChoiceFilter list={list} field="suspendStatus" />
      <Filter list={list} field="resumeDuration">
        {(control) => <DictionarySelect kind="resumeDurations" {...control} {...one} />}
      </Filter>
      {ranges.map((field) => (
        <DaysFilter key={field} list={list} field={field} />
      ))}
    </>
  )
}
