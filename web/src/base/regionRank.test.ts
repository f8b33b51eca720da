import { expect, it } from 'vitest'
import { regionRankOf } from './regionRank'

const paths = [
  '山东省',
  '山东省 青岛市',
  '山东省 青岛市 市北区',
  '浙江省',
  '浙江省 杭州市',
  '浙江省 杭州市 西湖区',
  '浙江省 杭州市 余杭区',
  '江西省 南昌市 西湖区',
  '福建省 泉州市 安溪县',
  '天津市 天津市 北辰区',
].map((path) => path.split(' '))

const foundBy = (typed: string): string[] => {
  const rank = regionRankOf({ province: '浙江省', city: '杭州市', area: '' })
  return paths
    .flatMap((names) => {
      const at = rank(names, typed)
      return at === undefined ? [] : [{ at, name: names.at(-1) ?? '' }]
    })
    .toSorted((one, other) => one.at - other.at)
    .map(({ name }) => name)
}

it.each([
  ['余杭', ['余杭区']],
  ['余杭区', ['余杭区']],
  ['杭州余杭', ['余杭区']],
  ['浙江 杭州 余杭', ['余杭区']],
  ['浙江省/杭州市/余杭区', ['余杭区']],
  ['杭州', ['杭州市', '西湖区', '余杭区']],
  ['浙江', ['浙江省', '杭州市', '西湖区', '余杭区']],
  ['市北', ['市北区', '北辰区']],
  ['安溪', ['安溪县']],
  ['朝阳', []],
])('%s finds, the nearest first, %j', (typed, found) => {
  expect(foundBy(typed)).toEqual(found)
})

it('puts the store’s own city first among regions of one name', () => {
  const rank = regionRankOf({ province: '江西省', city: '南昌市', area: '' })
  const of = (province: string, city: string) => rank([province, city, '西湖区'], '西湖') ?? 0
  expect(of('江西省', '南昌市')).toBeLessThan(of('浙江省', '杭州市'))
})
