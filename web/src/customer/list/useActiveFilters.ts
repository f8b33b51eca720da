import { useQuery } from '@tanstack/react-query'
import { seriesQuery, useDictionaryText, useRegionOf } from '../../base/public'
import { customSourceQuery, managedQuery } from '../../team/public'
import { activeFilters } from '../../ui/list/filter/FilterTags'
import type { CustomerListState } from './customer.fields'

/** The active filters as text. */
export function useActiveFilters(list: CustomerListState) {
  const { data: members } = useQuery(managedQuery())
  const { data: series } = useQuery(seriesQuery())
  const { data: custom } = useQuery({ ...customSourceQuery(), enabled: list.filter.otherSource > 0 })
  const { province = '', city = '', area = '' } = useRegionOf(list.filter.buyRegion) ?? {}
  const level = useDictionaryText('customerLevels')
  const seriesName = (id: number): string => series?.records.find(({ specId }) => specId === id)?.name ?? ''
  return activeFilters(list, {
    levels: (one) => level(one) || one,
    saleIds: (id) => members?.data.find(({ memberId }) => memberId === id)?.userName ?? '',
    fromSources: useDictionaryText('customerFromSources'),
    onlineSources: useDictionaryText('onlineSources'),
    businessTypes: useDictionaryText('businessTypes'),
    series: seriesName,
    buyRegion: () => (area && city ? `${city} ${area}` : city || province),
    mainSeries: seriesName,
    otherSource: (id) => custom?.data.find((one) => one.id === id)?.name ?? String(id),
    payType: useDictionaryText('payTypes'),
    failReason: useDictionaryText('failReasons'),
    resumeDuration: useDictionaryText('resumeDurations'),
  })
}
