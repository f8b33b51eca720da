import type { Random } from './random.ts'

/** Invented persons: names with realistic frequencies, identity numbers with a valid check character, and fictitious numbers. */

const surnames: readonly (readonly [string, number])[] = (
  '王72 李71 张68 刘54 陈45 杨31 黄22 赵23 吴20 周21 徐14 孙15 马13 朱13 胡13 郭12 何12 高11 林11 罗9 郑9 梁8 谢7 宋7 唐7 许6 韩6 冯6 邓6 曹6 ' +
  '彭5 曾5 萧4 田5 董5 袁5 潘5 于5 蒋5 蔡5 余5 杜5 叶5 程5 苏4 魏4 吕4 丁4 任4 沈5 姚4 卢4 姜4 崔4 钟4 谭4 陆4 汪4 范3 金3 石3 廖3 贾3 夏3 韦3 ' +
  '付3 方3 白3 邹3 孟3 熊3 秦3 邱3 江3 尹3 薛3 阎2 段2 雷2 侯2 龙2 史2 陶2 黎2 贺2 顾3 毛3 郝2 龚2 邵2 万2 钱3 严2 覃1 武2 戴2 莫1 孔1 向1 汤2 ' +
  '俞2 章2 施2 柳1 应1 裘1 竺1 楼1 欧阳1 诸葛0.3 司徒0.2 上官0.2'
)
  .split(' ')
  .map((entry) => {
    const [, name, weight] = /^([^\d.]+)([\d.]+)$/.exec(entry) as unknown as [string, string, string]
    return [name, Number(weight)] as const
  })

const male = Array.from(
  '伟强磊军洋勇杰涛超明刚平辉鹏华飞鑫波斌宇浩凯健俊帆帅旭宁龙林阳东昊成亮峰海雷锋翔瑞毅诚晨泽航轩博睿铭嘉文志国建永立德家子天一',
)
const female = Array.from(
  '芳娜敏静丽艳娟霞燕玲桂婷雪琳洁莉颖倩梅红慧丹萍蕾薇晶璐瑶佳欣怡悦妍琪萱菲琴云珍兰凤雅楠梦思晓雨诗子可语若嘉',
)
const maleSecond = Array.from(
  '伟强磊军勇杰涛超明辉鹏飞波斌宇浩凯健俊帆旭龙阳东昊亮峰翔毅诚晨航轩博铭华平宏松坤',
)
const femaleSecond = Array.from(
  '芳娜敏静丽艳娟霞燕玲婷雪琳洁莉颖倩梅慧萍蕾薇晶璐瑶佳欣怡悦妍琪萱菲琴云雅楠涵彤',
)

export const maleGender = 1
export const femaleGender = 2

/** One in five names has two characters, nearly all others three. */
export function personName(random: Random, gender: number): string {
  const [first, second] = gender === femaleGender ? [female, femaleSecond] : [male, maleSecond]
  const last = random.pick(second)
  const middle = random.chance(0.2) ? '' : random.pick(first)
  return random.weighted(surnames) + (middle === last ? '' : middle) + last
}

/**
 * The longest realistic names, some in every store, to test lists and files with. Chosen by customer id, so that all other persons stay the
 * same.
 */
export function unusual(id: number): { readonly name?: string; readonly company?: string } {
  const names: Readonly<Record<number, string>> = {
    7: '阿卜杜热合曼·买买提·伊敏·吐尔逊江·艾合买提·努尔麦麦提江',
    31: '爱新觉罗启明',
    47: '欧阳司徒若曦',
  }
  const at = id % 150
  if (at === 53)
    return {
      company:
        '浙江省杭州钱塘江畔新能源汽车智能网联技术创新研究与产业化应用推广服务集团股份有限公司第三事业部分公司',
    }
  return names[at] === undefined ? {} : { name: names[at] }
}

/** 王先生, 李女士: the form used in notes about a customer. */
export function courtesyName(name: string, gender: number): string {
  const surname = /^(爱新觉罗|欧阳司徒|欧阳|诸葛|司徒|上官)/.exec(name)?.[0] ?? name.slice(0, 1)
  return surname + (gender === femaleGender ? '女士' : '先生')
}

export const mobilePrefixes =
  '130 131 132 133 134 135 136 137 138 139 150 151 152 153 155 156 157 158 159 166 173 175 176 177 178 180 181 182 183 185 186 187 188 189 191 198 199'.split(
    ' ',
  )

export const mobile = (random: Random): string => random.pick(mobilePrefixes) + random.digits(8)

const idWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** A resident identity number of 18 characters with the check character of GB 11643. */
export function residentId(random: Random, districtCode: string, bornOn: string, gender: number): string {
  const order = random.int(0, 49) * 2 + (gender === femaleGender ? 0 : 1)
  const body = `${districtCode}${bornOn.replaceAll('-', '')}${random.digits(1)}${String(order).padStart(2, '0')}`
  const sum = idWeights.reduce((total, weight, index) => total + weight * Number(body[index]), 0)
  return body + '10X98765432'[sum % 11]
}

const creditAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** A unified social credit code of 18 characters with the check character of GB 32100. */
export function creditCode(random: Random, districtCode: string): string {
  let body = `91${districtCode}MA`
  while (body.length < 17) body += creditAlphabet[random.int(0, creditAlphabet.length - 1)]
  let weight = 1
  let sum = 0
  for (const char of body) {
    sum += creditAlphabet.indexOf(char) * weight
    weight = (weight * 3) % 31
  }
  return body + creditAlphabet[(31 - (sum % 31)) % 31]
}

/** An adult's birthday: 22 to 62 years before the given year. */
export function birthday(random: Random, year: number): string {
  return `${year - random.int(22, 62)}-${twoDigits(random.int(1, 12))}-${twoDigits(random.int(1, 28))}`
}
const twoDigits = (value: number): string => String(value).padStart(2, '0')

const companyWords =
  '恒泽 云帆 启元 卓信 宏图 瑞达 金桥 同创 汇通 晟源 博远 天佑 鼎盛 新禾 嘉合 利安 正阳 华茂 东林 立方'.split(
    ' ',
  )
const companyTrades =
  '商贸 建筑工程 物流 信息技术 装饰设计 机电设备 餐饮管理 文化传媒 租赁服务 医疗器械'.split(' ')

export const companyName = (random: Random, city: string): string =>
  `${city.replace(/市$/, '')}${random.pick(companyWords)}${random.pick(companyWords).slice(0, 1)}${random.pick(companyTrades)}有限公司`

const streets =
  '新华路 和平路 文昌路 学院路 滨河路 朝晖路 康宁街 春晓路 望江路 星湖街 兴业路 育才路 东风路 迎宾大道 长虹路 振兴路 锦绣路 湖畔路'.split(
    ' ',
  )
const estates =
  '阳光花园 湖滨公寓 翠竹苑 金色家园 学府名邸 江南春城 丽景湾 和院 枫林雅居 书香苑 春江花园 云栖里'.split(' ')

export const street = (random: Random): string =>
  `${random.pick(streets)}${random.int(1, 880)}号${random.pick(estates)}${random.int(1, 32)}幢${random.int(1, 18)}0${random.int(1, 4)}室`

/** A person before any store has a file; the same one may be on file at two stores of a group. */
export interface Person {
  readonly name: string
  readonly gender: number
  readonly mobile: string
}

export const makePerson = (random: Random): Person => {
  const gender = random.chance(0.34) ? femaleGender : maleGender
  return { name: personName(random, gender), gender, mobile: mobile(random) }
}
