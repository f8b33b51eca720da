import { createRegionFinder } from '@showroom/contract/base/region.rules'
import type { FoundRegion } from '@showroom/contract/base/region.rules'
import { describe, expect, it } from 'vitest'
import { regions } from './regions.ts'

const byCode = new Map(regions.map((region) => [region.code, region]))
const nameAbove = (code: string) => byCode.get(byCode.get(code)?.parent_code ?? '')
const rows = regions.map(({ code, name, level }) => {
  const above = nameAbove(code)
  if (level === 1) return { code, province: name, city: '', area: '' }
  if (level === 2) return { code, province: above?.name ?? '', city: name, area: '' }
  return { code, province: nameAbove(above?.code ?? '')?.name ?? '', city: above?.name ?? '', area: name }
})
const find = createRegionFinder(rows)
const namesIn = ({ province, city, area }: Omit<FoundRegion, 'problem'>) => [province, city, area]
const regionOf = (written: string) => {
  const [province = '', city = '', area = ''] = written.split('/')
  const { problem, ...region } = find({ province, city, area })
  return [namesIn(region).join('/').replace(/\/+$/, ''), problem && `${problem.level}: ${problem.text}`]
}

describe('a region is found', () => {
  it('by the full names of each', () => {
    const municipalities = new Set(['北京市', '天津市', '上海市', '重庆市'])
    for (const { province, city, area } of rows) {
      const whole = !city && municipalities.has(province) ? province : city
      expect(find({ province, city, area })).toEqual({ province, city: whole, area })
    }
  })

  it('by the code of each', () => {
    const cities = rows.filter(({ city }) => city && !/^(?:县|.*直辖.*)$/.test(city))
    for (const { code, ...region } of cities)
      for (const written of [{ province: code }, { city: code }, { area: `${code}000000` }])
        expect(namesIn(find(written))).toEqual(namesIn(region))
  })

  it('by province and the short name of each city', () => {
    for (const { province, city, area } of rows) {
      // Taiwan has a city and a county of one name twice.
      if (!city || area || !/[市盟]$/.test(city) || province === '台湾省') continue
      expect(find({ province, city: city.slice(0, -1) })).toEqual({ province, city, area: '' })
      expect(find({ province, city: `${province}${city}` })).toEqual({ province, city, area: '' })
    }
  })

  it.each([
    ['吉林/长春', '吉林省/长春市'],
    ['吉林/吉林', '吉林省/吉林市'],
    ['吉林市', '吉林省/吉林市'],
    ['长春', '吉林省/长春市'],
    ['/浙江省杭州市西湖区', '浙江省/杭州市/西湖区'],
    ['/浙江杭州', '浙江省/杭州市'],
    ['浙江杭州', '浙江省/杭州市'],
    ['/杭州滨江', '浙江省/杭州市/滨江区'],
    ['/吉林市船营区', '吉林省/吉林市/船营区'],
    ['/江苏昆山', '江苏省/苏州市/昆山市'],
    ['/杭州', '浙江省/杭州市'],
    ['/浙江', '浙江省'],
    ['新疆/巴音郭楞', '新疆维吾尔自治区/巴音郭楞蒙古自治州'],
    ['湖南/湘西州', '湖南省/湘西土家族苗族自治州'],
    ['云南/大理州/大理市', '云南省/大理白族自治州/大理市'],
    ['内蒙/锡林郭勒', '内蒙古自治区/锡林郭勒盟'],
    ['广西省/桂林', '广西壮族自治区/桂林市'],
    ['湖北/仙桃', '湖北省/省直辖县/仙桃市'],
    ['湖北/省直辖县级行政区划/仙桃市', '湖北省/省直辖县/仙桃市'],
    ['河南/济源', '河南省/省直辖县/济源市'],
    ['江苏/昆山', '江苏省/苏州市/昆山市'],
    ['江苏/昆山/昆山市', '江苏省/苏州市/昆山市'],
    ['江苏/苏州/昆山', '江苏省/苏州市/昆山市'],
    ['/昆山', '江苏省/苏州市/昆山市'],
    ['江苏/苏州/苏州工业园区', '江苏省/苏州市/苏州工业园区'],
    ['安徽/合肥/高新区', '安徽省/合肥市/合肥高新技术产业开发区'],
    ['山东/烟台/经济开发区', '山东省/烟台市/烟台经济技术开发区'],
    ['上海/上海/浦东', '上海市/上海市/浦东新区'],
    ['浙江/杭州/萧山市', '浙江省/杭州市/萧山区'],
    ['浙江/杭州/西湖', '浙江省/杭州市/西湖区'],
    ['浙江/杭州/杭州市西湖区', '浙江省/杭州市/西湖区'],
    ['广东/东莞/东莞市', '广东省/东莞市'],
    ['北京', '北京市/北京市'],
    ['北京/朝阳', '北京市/北京市/朝阳区'],
    ['北京/市辖区/朝阳', '北京市/北京市/朝阳区'],
    ['北京市/市辖区/朝阳区', '北京市/北京市/朝阳区'],
    ['重庆/县/城口', '重庆市/县/城口县'],
    ['香港', '香港特别行政区'],
    ['香港/九龙/油尖旺', '香港特别行政区/九龙/油尖旺区'],
    ['33/3301', '浙江省/杭州市'],
    ['浙江/330106', '浙江省/杭州市/西湖区'],
    ['', ''],
    [' 浙 江 /杭州\u3000', '浙江省/杭州市'],
  ])('%s', (written, expected) => {
    expect(regionOf(written)).toEqual([expected, undefined])
  })
})

it.each([
  ['火星/杭州', '', 'province: 省份“火星”不存在'],
  ['浙江/长春', '浙江省', 'city: 浙江省没有城市“长春”'],
  ['999999/杭州', '', 'province: 省份“999999”不存在'],
  ['浙江/320500', '浙江省', 'city: 浙江省没有城市“苏州市”'],
  ['浙江/杭州/朝阳', '浙江省/杭州市', 'district: 杭州市没有区县“朝阳”'],
  ['北京/市辖区/西湖', '北京市', 'district: 北京市没有区县“西湖”'],
  ['江苏/昆山/太仓', '江苏省/苏州市/昆山市', 'district: 昆山市没有区县“太仓”'],
  ['香港/香港/中西区', '香港特别行政区', 'city: 香港特别行政区没有城市“香港”'],
  ['/杭州市火星区', '浙江省/杭州市', 'district: 杭州市没有区县“火星区”'],
  ['/朝阳区', '', 'city: 有多个“朝阳区”，请写全称和省份'],
  ['新疆/伊犁/伊宁', '新疆维吾尔自治区/伊犁哈萨克自治州', 'district: 伊犁哈萨克自治州有多个“伊宁”，请写全称'],
])('%s names the level that is wrong', (written, expected, problem) => {
  expect(regionOf(written)).toEqual([expected, problem])
})
