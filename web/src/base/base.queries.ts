import * as base from '@showroom/contract/base/base.api'
import type { DictionaryKind } from '@showroom/contract/base/base.schema'
import type { AnswerOf } from '@showroom/contract/kernel/call'
import { rangeOf } from '@showroom/contract/kernel/mobile'
import type { Option } from '@showroom/contract/kernel/wire'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { queryOf } from '../api/query'

/** Base data changes rarely and is small: it is fetched once a session. */
const lasting = <Query extends object>(query: Query): Query => ({
  ...query,
  staleTime: Infinity,
  gcTime: Infinity,
})

export const baseInfoQuery = () => lasting(queryOf(base.baseInfo, {}))
export const seriesQuery = () => lasting(queryOf(base.seriesList, {}))
export const vehicleTreeQuery = () => lasting(queryOf(base.vehicleJsonTree, {}))
/**
 * Empty province: all provinces; a province: its cities; both: the districts. The response includes the dealer's own
 * region.
 */
export const regionQuery = (province = '', city = '') =>
  lasting(queryOf(base.orderRegion, { province, city }))
/** All regions: 16 KB, which a list of regions loads when it is opened. */
export const regionTreeQuery = () => lasting(queryOf(base.regionTree, {}))
const mobileRegionQuery = (range: string) => lasting(queryOf(base.mobileRegion, { range }))
export const competitorQuery = (key: string) => lasting(queryOf(base.getCompetitionSeriesList, { key }))

const none: readonly Option[] = []

/** The options of one dictionary; empty while base info loads. */
export function useDictionary(kind: DictionaryKind): readonly Option[] {
  const { data } = useQuery(baseInfoQuery())
  return data?.[kind] ?? none
}

/** Looks up the display text of a dictionary's value; empty when unknown. */
export function useDictionaryText(kind: DictionaryKind): (value: number | string) => string {
  const options = useDictionary(kind)
  return useCallback(
    (value) => options.find((option) => String(option.dataValue) === String(value))?.dataDisplay ?? '',
    [options],
  )
}

/** Selectable options: a disabled one stays only if it is already chosen. */
export const offered = <Of extends { isOff?: true | undefined }>(
  options: readonly Of[],
  isChosen: (option: Of) => boolean = () => false,
): Of[] => options.filter((option) => !option.isOff || isChosen(option))

/** Marks a disabled option: filters still offer it for older records. */
export const offText = (text: string, isOff: boolean | undefined): string =>
  isOff ? `${text}（已停用）` : text

export interface Region {
  province: string
  city: string
  area: string
}

const ownOf = ({ province, city, county }: AnswerOf<typeof base.orderRegion>): Region | undefined =>
  province ? { province, city, area: county } : undefined

/** The dealer's own region, to prefill region fields; undefined until loaded. */
export const useOwnRegion = (enabled = true): Region | undefined =>
  useQuery({ ...regionQuery(), select: ownOf, enabled }).data

/** Returns the region that issued a typed mobile; undefined while the number is short or the place unknown. */
export function useMobileRegion(mobile = ''): Region | undefined {
  const range = rangeOf(mobile)
  const { data } = useQuery({ ...mobileRegionQuery(range), enabled: range !== '' })
  return data?.city ? { province: data.province, city: data.city, area: '' } : undefined
}
