/** The manufacturer's range and its competitors. All names are invented. */

export const brands = [
  { id: 11, name: '澜岳' },
  { id: 12, name: '栖曜' },
] as const

type Trim = readonly [name: string, guidePriceWan: number, configurations: readonly string[]]
type Line = readonly [brandId: number, name: string, code: string, colors: string, trims: readonly Trim[]]

const petrolColors = '松雪白 云母黑 青岚灰 霁蓝'
const suvColors = '松雪白 云母黑 青岚灰 岩砂金 赤陶红'
const electricColors = '初霜白 夜曜黑 极光银 晨雾紫 海盐蓝'
const plain = ['标准版', '舒享包'] as const
const rich = ['标准版', '舒享包', '智驾包'] as const

/** In order of their ids, starting at 1201. */
const lines: readonly Line[] = [
  [
    11,
    '松涧',
    'LY-SJ',
    petrolColors,
    [
      ['1.5T 悦行版', 9.98, plain],
      ['1.5T 尊享版', 11.58, rich],
      ['2.0T 运动版', 13.68, plain],
    ],
  ],
  [
    11,
    '松涧旅行版',
    'LY-SW',
    petrolColors,
    [
      ['1.5T 悦行版', 11.28, plain],
      ['1.5T 尊享版', 12.98, plain],
    ],
  ],
  [
    11,
    '青屿',
    'LY-QY',
    suvColors,
    [
      ['1.5L 都市版', 8.68, ['标准版']],
      ['1.5T 悦行版', 9.98, plain],
      ['1.5T 尊享版', 11.38, plain],
    ],
  ],
  [
    11,
    '云岫',
    'LY-YX',
    suvColors,
    [
      ['1.5T 悦行版', 12.88, plain],
      ['1.5T 尊享版', 14.58, rich],
      ['2.0T 四驱尊享版', 16.98, rich],
    ],
  ],
  [
    11,
    '云岫PLUS',
    'LY-YP',
    suvColors,
    [
      ['1.5T 插混 尊享版', 15.98, plain],
      ['1.5T 插混 旗舰版', 17.98, rich],
    ],
  ],
  [
    11,
    '山岚',
    'LY-SL',
    suvColors,
    [
      ['2.0T 尊享版', 18.98, plain],
      ['2.0T 四驱旗舰版', 22.58, rich],
      ['2.0T 插混 旗舰版', 24.98, rich],
    ],
  ],
  [
    11,
    '岳峰',
    'LY-YF',
    suvColors,
    [
      ['2.0T 七座尊享版', 25.98, plain],
      ['2.0T 七座旗舰版', 29.98, rich],
    ],
  ],
  [
    11,
    '归舟',
    'LY-GZ',
    petrolColors,
    [
      ['2.0T 七座舒适版', 21.98, plain],
      ['2.0T 七座尊享版', 25.58, rich],
      ['2.0T 插混 旗舰版', 29.58, rich],
    ],
  ],
  [
    12,
    '曜行',
    'QY-YX',
    electricColors,
    [
      ['480km 标准续航', 13.98, plain],
      ['610km 长续航', 16.98, rich],
    ],
  ],
  [
    12,
    '曜行GT',
    'QY-GT',
    electricColors,
    [
      ['610km 后驱版', 19.98, rich],
      ['560km 四驱性能版', 23.98, plain],
    ],
  ],
  [
    12,
    '曜影',
    'QY-YY',
    electricColors,
    [
      ['520km 标准续航', 18.98, plain],
      ['680km 长续航', 21.98, rich],
      ['620km 四驱版', 24.98, rich],
    ],
  ],
  [
    12,
    '曜野',
    'QY-YE',
    electricColors,
    [
      ['增程 210km 探索版', 23.98, plain],
      ['增程 300km 远征版', 27.98, rich],
    ],
  ],
  [
    12,
    '曜辰',
    'QY-YC',
    electricColors,
    [
      ['700km 尊享版', 31.98, plain],
      ['650km 四驱旗舰版', 36.98, rich],
      ['增程 350km 旗舰版', 34.98, plain],
    ],
  ],
  [
    12,
    '曜庭',
    'QY-YT',
    electricColors,
    [
      ['六座 620km 尊享版', 33.98, plain],
      ['六座 增程 旗舰版', 37.98, rich],
    ],
  ],
]

export interface Series {
  readonly id: number
  readonly brand_id: number
  readonly name: string
  readonly code: string
  readonly position: number
}
export interface Model {
  readonly id: number
  readonly series_id: number
  readonly name: string
  readonly code: string
  readonly guide_price_fen: number
  readonly position: number
}
export interface Configuration {
  readonly id: number
  readonly model_id: number
  readonly name: string
  readonly code: string
}
export interface Sku {
  readonly id: number
  readonly configuration_id: number
  readonly color: string
  readonly interior_color: string
  readonly product_code: string
  readonly product_id: number
}
export interface Catalogue {
  readonly series: readonly Series[]
  readonly models: readonly Model[]
  readonly configurations: readonly Configuration[]
  readonly skus: readonly Sku[]
}

const firstSeriesId = 1201
const interiors = ['曜石黑', '米杏色', '暖棕']

function makeCatalogue(): Catalogue {
  const series: Series[] = []
  const models: Model[] = []
  const configurations: Configuration[] = []
  const skus: Sku[] = []
  for (const [at, [brandId, name, code, colors, trims]] of lines.entries()) {
    const seriesId = firstSeriesId + at
    series.push({ id: seriesId, brand_id: brandId, name, code, position: at + 1 })
    for (const [number, [trim, wan, packs]] of trims.entries()) {
      const modelId = 20_101 + at * 100 + number
      const modelCode = `${code}${number + 1}`
      const price = Math.round(wan * 1_000_000)
      models.push({
        id: modelId,
        series_id: seriesId,
        name: trim,
        code: modelCode,
        guide_price_fen: price,
        position: number + 1,
      })
      for (const [pack, packName] of packs.entries()) {
        const configurationId = modelId * 10 + pack + 1
        configurations.push({
          id: configurationId,
          model_id: modelId,
          name: packName,
          code: `${modelCode}-${pack + 1}`,
        })
        for (const [hue, color] of colors.split(' ').entries()) {
          const id = configurationId * 10 + hue + 1
          const interior = interiors[(hue + pack) % interiors.length] as string
          skus.push({
            id,
            configuration_id: configurationId,
            color,
            interior_color: interior,
            product_code: `${modelCode.replace('-', '')}${pack + 1}${String.fromCharCode(65 + hue)}`,
            product_id: 700_000 + skus.length + 1,
          })
        }
      }
    }
  }
  return { series, models, configurations, skus }
}

export const catalogue: Catalogue = makeCatalogue()

const competitors =
  '凌屿 L50 L60 行者|驰衡 天枢 天璇 开阳|北朔 逐风 逐云|锐帆 S6 S8 破浪|云骅 云境 云阁 云途|星骓 一号 三号|远朔 T5 T7 荒原|' +
  '天骐 银鬃 赤霄 青霜|鸿栎 青崖 远山|宸越 宸光 宸星|极屿 E30 E50 E70|途野 山行者 河谷 高原|雅骏 雅致 雅韵|飞岚 晴川 晴空 晴野|蓝栎 海湾 海岬 海雾'

/** Series of other manufacturers that customers compare with. */
export const competitorSeries: readonly { id: number; brand_name: string; series_name: string }[] =
  competitors.split('|').flatMap((entry, brand) => {
    const [brandName, ...names] = entry.split(' ') as [string, ...string[]]
    return names.map((name, at) => ({
      id: 5001 + brand * 10 + at,
      brand_name: brandName,
      series_name: /^[A-Z]\d/.test(name) ? `${brandName}${name}` : name,
    }))
  })

/** The manufacturer's blocklist, with the contact persons' landline numbers. */
export const blocklist = [
  {
    name: '郑海川',
    mobile: '13911110001',
    identify_no: '',
    contacts: ['区域经理 陈晓 0571-8801-2233', '风控专员 何敏 021-6120-4455'],
  },
  {
    name: '贺立新',
    mobile: '13911110002',
    identify_no: '110101199003070812',
    contacts: ['区域经理 陈晓 0571-8801-2233'],
  },
  { name: '冯国栋', mobile: '13911110003', identify_no: '', contacts: ['风控专员 何敏 021-6120-4455'] },
  {
    name: '沈玉兰',
    mobile: '',
    identify_no: '330106198511230024',
    contacts: ['区域经理 陆川 025-8471-6600', '法务 顾清 021-6120-4460'],
  },
  { name: '孟凡', mobile: '18611110005', identify_no: '', contacts: ['区域经理 陆川 025-8471-6600'] },
] as const
