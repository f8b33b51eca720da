/** Finds regions by the names and codes that people and other systems write. */

/** A region by its full names; `city` and `area` are empty above their level. */
export interface Region {
  readonly code: string
  readonly province: string
  readonly city: string
  readonly area: string
}

export type RegionLevel = 'province' | 'city' | 'district'

/** A region as it was written: each part is a name, a short name or a code, or empty. */
export interface WrittenRegion {
  readonly province?: string
  readonly city?: string
  readonly area?: string
}

export interface FoundRegion {
  /** Full names of the parts that are known; empty for the others. */
  readonly province: string
  readonly city: string
  readonly area: string
  /** The rest of a region in one text after its district, such as a street. */
  readonly rest?: string
  /** The level that is wrong. The parts below it are not looked up. */
  readonly problem?: { readonly level: RegionLevel; readonly text: string }
}

export type FindRegion = (written: WrittenRegion) => FoundRegion

/** Names without 族 are only those that autonomous regions use without it. */
const people =
  '(?:壮|满|回|苗|维吾尔|土家|彝|蒙古|藏|布依|侗|瑶|朝鲜|白|哈尼|哈萨克|黎|傣|畲|傈僳|仡佬|东乡|拉祜|水|佤|纳西|羌|土|仫佬|锡伯|柯尔克孜|' +
  '达斡尔|景颇|毛南|撒拉|布朗|塔吉克|阿昌|普米|鄂温克|怒|保安|裕固|鄂伦春|独龙|各)族|维吾尔|蒙古|哈萨克|柯尔克孜|塔吉克|锡伯'
const autonomous = new RegExp(`^(.{2,}?)(?:${people})+自治[区州县旗]$`)
const suffixes = ['特别行政区', '自治区', '自治州', '自治县', '自治旗', '地区', '新区', '林区', '矿区']
const suffix = /[省市区县旗盟州]$/
/** Placeholders for a city where a county belongs to the province itself. */
const noCity = /^(?:市辖区|市辖县|县|直辖|(?:省|自治区)?直辖(?:县|县级)(?:行政区划|行政单位)?)$/
const zones = [
  [/高新(?:技术)?(?:产业)?(?:开发|园)?区$/, '高新区'],
  [/(?:经济(?:技术)?|^|经)开发?区$/, '经开区'],
] as const

const plain = (text = ''): string => text.normalize('NFKC').replaceAll(/[\s·,/、|>_—-]/g, '')

/** All names that one name may stand for: itself, and without what it is. */
function namesOf(name: string): string[] {
  const names: string[] = []
  const [, own] = autonomous.exec(name) ?? []
  if (own) names.push(own)
  for (const ending of suffixes) if (name.endsWith(ending)) names.push(name.slice(0, -ending.length))
  if (suffix.test(name)) names.push(name.slice(0, -1))
  if (name === '内蒙古自治区') names.push('内蒙')
  return [...new Set([name, ...names.filter(({ length }) => length > 1), ...zonesOf(name)])]
}

const zonesOf = (name: string): string[] =>
  zones.flatMap(([pattern, zone]) => (pattern.test(name) ? [name.replace(pattern, zone)] : []))

/** A text without a leading region: 杭州市西湖区 in 杭州 is 西湖区. */
function withoutRegion(region: string, text: string): string {
  const lead = namesOf(region)
    .toSorted((one, other) => other.length - one.length)
    .find((name) => text.startsWith(name) && text.length >= name.length + 2)
  const rest = lead ? text.slice(lead.length) : text
  return rest.length > 2 ? rest.replace(/^[省市]/, '') : rest
}

interface Entry {
  readonly region: Region
  readonly name: string
  readonly names: ReadonlySet<string>
}

/** Lookups by names and codes. */
function indexRegions(regions: readonly Region[]) {
  const byCode = new Map(regions.map((region) => [region.code, region]))
  const levels = {
    province: indexOf(regions.filter(({ city, area }) => !city && !area).map(entryOf('province'))),
    city: indexOf(regions.filter(({ city, area }) => city && !area).map(entryOf('city'))),
    district: indexOf(regions.filter(({ area }) => area).map(entryOf('area'))),
  }

  /** Regions of a level by one name: its full name, else one of its names, else a name that only ends differently. */
  function named(level: RegionLevel, text: string, inside: Inside): Region[] {
    const match = (names: readonly string[]) =>
      [...new Set(names.flatMap((name) => levels[level].get(name) ?? []))].filter(
        ({ region }) =>
          (!inside.province || region.province === inside.province) &&
          (!inside.city || region.city === inside.city),
      )
    const own = match([text])
    const like = own.length > 0 ? own : match(namesOf(text))
    const exact = like.filter(({ name }) => name === text)
    const best = exact.length > 0 ? exact : like
    // Official lists name one zone twice.
    const isZone = inside.city && best.every(({ name }) => zonesOf(name).length > 0)
    return (isZone ? best.slice(0, 1) : best).map(({ region }) => region)
  }
  const one = (level: RegionLevel, text: string, inside: Inside = {}): Region | undefined => {
    const match = named(level, text, inside)
    return match.length === 1 ? match[0] : undefined
  }
  /** A full name, of a city or a district, goes before a short one: 朝阳区 is not 朝阳市. */
  function cityOrDistrict(text: string, inside: Inside): Region | undefined {
    const [city, district] = [named('city', text, inside), named('district', text, inside)]
    const full = [
      city.filter((region) => plain(region.city) === text),
      district.filter((region) => plain(region.area) === text),
    ]
    const best = [...full, city, district].find(({ length }) => length > 0) ?? []
    return best.length === 1 ? best[0] : undefined
  }
  const problemOf = (what: string, level: RegionLevel, name: string, inside: Inside): string => {
    const within = inside.city || inside.province || ''
    if (named(level, name, inside).length > 1 || named('district', name, inside).length > 1)
      return `${within}有多个“${name}”，请写全称${within ? '' : '和省份'}`
    return within ? `${within}没有${what}“${name}”` : `${what}“${name}”不存在`
  }

  /** Replaces codes by names. */
  function read(written: WrittenRegion): { province: string; city: string; area: string } {
    const names = { province: plain(written.province), city: plain(written.city), area: plain(written.area) }
    for (const level of ['area', 'city', 'province'] as const) {
      if (!/^\d{2}(?:\d{2}){0,2}(?:0{6})?$/.test(names[level])) continue
      const region = byCode.get(names[level].padEnd(6, '0').slice(0, 6))
      if (!region) continue
      names[level] = ''
      names.province ||= region.province
      names.city ||= region.city
      names.area ||= region.area
    }
    return names
  }

  const hasProvince = (name: string): boolean => levels.province.has(name)

  /** The one region of a level whose name begins the text, by the longest name, with the rest of the text. */
  function leading(level: RegionLevel, text: string, inside: Inside) {
    for (let length = Math.min(text.length, longestName); length > 1; length -= 1) {
      const head = text.slice(0, length)
      const rest = text.slice(length)
      // 朝阳区 does not begin with the city 朝阳.
      const isCut = !suffix.test(head) && /^[省市区县旗盟州](?!辖)/.test(rest)
      const match = !isCut && levels[level].has(head) ? one(level, head, inside) : undefined
      if (match) return { match, rest }
    }
    return undefined
  }

  /** Takes a region in one text apart: 浙江省杭州市西湖区, 浙江杭州, 杭州市滨江区. `rest` is what follows the district. */
  function takeApart(text: string): (WrittenRegion & { readonly rest: string }) | undefined {
    for (const lead of [leading('province', text, none), { match: none, rest: text }]) {
      if (!lead) continue
      const inside = { province: lead.match.province }
      const city = leading('city', lead.rest, inside)
      if (!inside.province && !city) continue
      const left = city?.rest ?? lead.rest
      const district = leading('district', left, city ? { ...inside, city: city.match.city } : inside)
      const match = district?.match ?? city?.match
      if (match?.city) return { ...match, area: match.area || left, rest: district?.rest ?? '' }
    }
    return undefined
  }

  return { one, cityOrDistrict, problemOf, read, hasProvince, takeApart }
}

/** Longer names are not looked for at the beginning of a text. */
const longestName = 16

/** Indexes the regions at the first lookup: a server starts without it. */
export function createRegionFinder(regions: readonly Region[]): FindRegion {
  let finder: FindRegion | undefined
  return (written) => (finder ??= indexedFinder(regions))(written)
}

function indexedFinder(regions: readonly Region[]): FindRegion {
  const { one, cityOrDistrict, problemOf, read, hasProvince, takeApart } = indexRegions(regions)

  return (written) => {
    const region = find(written)
    const [text = '', other] = [written.province, written.city, written.area].map(plain).filter(Boolean)
    const parts = region.problem && other === undefined ? takeApart(text) : undefined
    return parts ? { ...find(parts), rest: parts.rest } : region
  }

  function find(written: WrittenRegion): FoundRegion {
    const names = read(written)
    let province = ''
    if (names.province) {
      const exactCity = !names.city && !hasProvince(names.province) && one('city', names.province)
      if (exactCity) {
        province = exactCity.province
        names.city = exactCity.city
      } else province = one('province', names.province)?.province ?? ''
      if (!province) return wrong(none, 'province', `省份“${names.province}”不存在`)
    }
    const region = { ...none, province }
    const inside = { province }
    const city = one('city', names.city, inside)
    const isOpen =
      !names.city || (noCity.test(names.city) && (names.area !== '' || city?.city !== names.city))
    if (!isOpen) return inCity(region, names)
    if (names.area && !noCity.test(names.area)) {
      const match = one('district', names.area, inside) ?? one('city', names.area, inside)
      return match
        ? fullOf(match)
        : wrong(region, 'district', problemOf('区县', 'district', names.area, inside))
    }
    // A municipality is its own city.
    return one('city', province, inside)?.city === province ? { ...region, city: province } : region
  }

  function inCity(region: FoundRegion, names: { city: string; area: string }): FoundRegion {
    const { province } = region
    const match =
      cityOrDistrict(names.city, { province }) ??
      (province ? cityOrDistrict(withoutRegion(province, names.city), { province }) : undefined)
    if (!match) {
      const whole = province ? undefined : one('province', names.city)
      return whole
        ? fullOf(whole)
        : wrong(region, 'city', problemOf('城市', 'city', names.city, { province }))
    }
    const city = fullOf(match)
    if (!names.area) return city
    const isAlso = (name: string): boolean =>
      namesOf(names.area).some((other) => namesOf(name).includes(other))
    // A county city is written as its own district.
    if (city.area && isAlso(city.area)) return city
    const there = { province: city.province, city: city.city }
    const short = withoutRegion(city.city, withoutRegion(city.province, names.area))
    const area = city.area ? undefined : (one('district', names.area, there) ?? one('district', short, there))
    if (area) return fullOf(area)
    if (noCity.test(names.area) || isAlso(city.city)) return city
    const text = city.area
      ? `${city.area}没有区县“${names.area}”`
      : problemOf('区县', 'district', names.area, there)
    return wrong(city, 'district', text)
  }
}

interface Inside {
  readonly province?: string
  readonly city?: string
}

const none: FoundRegion = { province: '', city: '', area: '' }
const fullOf = ({ province, city, area }: Region): FoundRegion => ({ province, city, area })
const wrong = (region: FoundRegion, level: RegionLevel, text: string): FoundRegion => ({
  ...region,
  problem: { level, text },
})
const entryOf =
  (key: 'province' | 'city' | 'area') =>
  (region: Region): Entry => {
    const name = plain(region[key])
    const zone =
      key === 'area' && zonesOf(name).length > 0
        ? withoutRegion(region.city, withoutRegion(region.province, name))
        : name
    return { region, name, names: new Set([...namesOf(name), ...namesOf(zone)]) }
  }

function indexOf(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  const index = new Map<string, Entry[]>()
  for (const entry of entries)
    for (const name of entry.names) {
      const list = index.get(name)
      if (list) list.push(entry)
      else index.set(name, [entry])
    }
  return index
}
