import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Region, regionQuery } from './base.queries'
import { RegionCascader } from './RegionCascader'

/** Regions by their six-digit codes, as in filters: two digits each for province, city and district. */

type Below = { readonly data: readonly { readonly code: string; readonly name: string }[] }
const nameIn = (below: Below | undefined, code: number): string =>
  below?.data.find((region) => Number(region.code) === code)?.name ?? ''

const [ofProvince, ofCity] = [10_000, 100]
const partOf = (code: number, part: number): number => code - (code % part)

/** The names of a code's region, as far as they are loaded. */
export function useRegionOf(code: number): Region | undefined {
  const { data: provinces } = useQuery({ ...regionQuery(), enabled: code > 0 })
  const province = nameIn(provinces, partOf(code, ofProvince))
  const { data: cities } = useQuery({
    ...regionQuery(province),
    enabled: province !== '' && code % ofProvince > 0,
  })
  const city = code % ofProvince > 0 ? nameIn(cities, partOf(code, ofCity)) : ''
  const { data: areas } = useQuery({
    ...regionQuery(province, city),
    enabled: city !== '' && code % ofCity > 0,
  })
  const area = code % ofCity > 0 ? nameIn(areas, code) : ''
  return province ? { province, city, area } : undefined
}

interface RegionCodeSelectProps {
  /** 0 for none. */
  value: number
  onChange: (code: number | undefined) => void
  placeholder?: string
  'aria-label'?: string
}

/** A province, a city or a district. */
export function RegionCodeSelect({ value, onChange, ...rest }: RegionCodeSelectProps) {
  const queries = useQueryClient()
  const region = useRegionOf(value)
  const codeOf = async ({ province, city, area }: Region): Promise<number> => {
    const { data } = await queries.query(city ? regionQuery(province, area && city) : regionQuery())
    return Number(data.find(({ name }) => name === (area || city || province))?.code ?? 0)
  }
  return (
    <RegionCascader
      {...rest}
      {...(region && { value: region })}
      onChange={(chosen) => (chosen ? void codeOf(chosen).then(onChange) : onChange(undefined))}
    />
  )
}
