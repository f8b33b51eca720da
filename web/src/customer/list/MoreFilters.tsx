import { useQuery } from '@tanstack/react-query'
import { DictionaryMultiSelect, DictionarySelect, RegionCodeSelect, SeriesSelect } from '../../base/public'
import { CustomSourceSelect, ManagedMembersSelect, managedQuery } from '../../team/public'
import { ChoiceFilter, DaysFilter, Filter } from '../../ui/list/filter/Filter'
import { FilterGroup } from '../../ui/list/filter/FilterGroup'
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

interface GroupProps {
  list: CustomerListState
  set: readonly string[]
}

const one = { placeholder: '全部', allowClear: true } as const

/** Less common filters, in groups. */
export function MoreFilters({ list }: { list: CustomerListState }) {
  const group = { list, set: list.table.chosen(list.filter) }
  return (
    <>
      <AboutCustomer {...group} />
      <AboutSource {...group} />
      <FilterGroup title="时间" set={group.set}>
        {ranges.map((field) => (
          <DaysFilter key={field} list={list} field={field} />
        ))}
      </FilterGroup>
      <AboutState {...group} />
    </>
  )
}

function AboutCustomer({ list, set }: GroupProps) {
  const { data: managed } = useQuery(managedQuery())
  return (
    <FilterGroup title="客户" set={set}>
      {(managed?.data.length ?? 0) > 1 && (
        <Filter list={list} field="saleIds">
          {(control) => <ManagedMembersSelect {...control} />}
        </Filter>
      )}
      <Filter list={list} field="businessTypes">
        {(control) => <DictionaryMultiSelect kind="businessTypes" {...control} />}
      </Filter>
      <Filter list={list} field="series">
        {(control) => <SeriesSelect {...control} placeholder="全部" oneLine />}
      </Filter>
      <Filter list={list} field="buyRegion">
        {(control) => <RegionCodeSelect {...control} placeholder="全部" />}
      </Filter>
      <Filter list={list} field="payType">
        {(control) => <DictionarySelect kind="payTypes" {...control} {...one} />}
      </Filter>
      <ChoiceFilter list={list} field="isRemote" />
      <ChoiceFilter list={list} field="wxCustomerStatus" />
    </FilterGroup>
  )
}

const AboutSource = ({ list, set }: GroupProps) => (
  <FilterGroup title="来源" set={set}>
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
  </FilterGroup>
)

const AboutState = ({ list, set }: GroupProps) => (
  <FilterGroup title="状态" set={set}>
    <ChoiceFilter list={list} field="comeStatus" />
    <ChoiceFilter list={list} field="isSmartDrive" />
    <Filter list={list} field="failReason">
      {(control) => <DictionarySelect kind="failReasons" {...control} {...one} />}
    </Filter>
    <ChoiceFilter list={list} field="suspendStatus" />
    <Filter list={list} field="resumeDuration">
      {(control) => <DictionarySelect kind="resumeDurations" {...control} {...one} />}
    </Filter>
  </FilterGroup>
)
