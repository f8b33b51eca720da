import { areaList } from '@vant/area-data'
import type { Entry } from './entry.ts'

/** Regions of China from @vant/area-data: provinces, cities, districts by six-digit code. */
export interface Region {
  readonly code: string
  readonly parent_code: string
  readonly name: string
  readonly level: 1 | 2 | 3
}

const rows = (
  list: Record<string, string>,
  level: Region['level'],
  parentOf: (code: string) => string,
): Region[] =>
  Object.entries(list).map(([code, name]) => ({ code, parent_code: parentOf(code), name, level }))

export const regions: readonly Region[] = [
  ...rows(areaList.province_list, 1, () => ''),
  ...rows(areaList.city_list, 2, (code) => `${code.slice(0, 2)}0000`),
  ...rows(areaList.county_list, 3, (code) => `${code.slice(0, 4)}00`),
]

const provinceName = (code: string): string => areaList.province_list[`${code.slice(0, 2)}0000`] ?? ''

/** Prefecture-level cities of the mainland; the remark is the province. */
export const cityEntries = (): Entry[] =>
  Object.entries(areaList.city_list)
    .filter(([code, name]) => code < '710000' && !/直辖|^县$/.test(name))
    .map(([code, name]) => [Number(code), name, provinceName(code)])

const majorCities = new Set(
  (
    '北京 天津 上海 重庆 石家庄 太原 呼和浩特 沈阳 大连 长春 哈尔滨 南京 无锡 徐州 常州 苏州 南通 扬州 杭州 宁波 温州 嘉兴 湖州 绍兴 金华 台州 合肥 芜湖 福州 厦门 泉州 ' +
    '南昌 济南 青岛 烟台 郑州 洛阳 武汉 长沙 广州 深圳 佛山 东莞 南宁 海口 成都 贵阳 昆明 拉萨 西安 兰州 西宁 银川 乌鲁木齐'
  )
    .split(' ')
    .map((name) => `${name}市`),
)

/** Cities where defeated customers most often buy. */
export const majorCityEntries = (): Entry[] => cityEntries().filter(([, name]) => majorCities.has(name))

export interface City {
  readonly code: string
  readonly province: string
  readonly city: string
  readonly districts: readonly { readonly code: string; readonly name: string }[]
}

/** Returns a city with its districts by the city's code. */
export function cityOf(code: string): City {
  const city = areaList.city_list[code]
  if (!city) throw new Error(`no city has the code ${code}`)
  const districts = Object.entries(areaList.county_list)
    .filter(([district]) => district.startsWith(code.slice(0, 4)))
    .map(([district, name]) => ({ code: district, name }))
  return { code, province: provinceName(code), city, districts }
}
