import { foldForSearch } from '../kernel/clean.ts'

/** Finds the words of dictionaries, levels, series and consultants as people write them. */

const remark = /[([{【<〔「《][^()[\]{}【】<>〔〕「」《》]*[)\]}】>〕」》]/gu
const unit = /(?<=\d)(?:万元|万|w|元|rmb)/gu
const range = /(?<=\d)[\p{Pd}~∼〜～_−─到至]+(?=\d)/gu
const kind = /(?<=.)(?:级|类)(?:客户|意向)?$/u

/**
 * Reduces a word to what two spellings of it share: half width, lower case, without blanks, dashes, remarks in brackets, units and 级 or 类.
 * 10－15万元 is 10~15, A 级（14天） is a.
 */
export function wordKey(text: string): string {
  const full = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s\p{Cf}]/gu, '')
  const bare = full.replaceAll(remark, '') || full.replaceAll(/[\p{Ps}\p{Pe}]/gu, '')
  return foldForSearch(
    bare
      .replaceAll(unit, '')
      .replaceAll(range, '~')
      .replaceAll(/(?<=\d)\.(?=\d)/g, '_'),
  ).replace(kind, '')
}

export interface Word {
  readonly name: string
  readonly code: number
}

/** Several codes have this word. */
export type Code = number | 'several'

export interface Words {
  readonly list: readonly Word[]
  /** The code of a word in any spelling. */
  readonly code: (text: string) => Code | undefined
  /** The most similar word of an unknown one. */
  readonly guess: (text: string) => Word | undefined
}

export function createWords(list: readonly Word[]): Words {
  const index = (keyOf: (name: string) => string): Map<string, Code> => {
    const codes = new Map<string, Code>()
    for (const { name, code } of list) {
      const before = codes.get(keyOf(name))
      codes.set(keyOf(name), before === undefined || before === code ? code : 'several')
    }
    return codes
  }
  const [byName, byKey] = [index((name) => name), index(wordKey)]
  return {
    list,
    code: (text) => byName.get(text) ?? byKey.get(wordKey(text)),
    guess: (text) => guessOf(list, wordKey(text)),
  }
}

/** Other words for some of ours, with few characters in common. */
const meanings: readonly (readonly [phrase: RegExp, word: RegExp])[] = [
  [/进店|到店|来店|展厅|店[内里]|路过|自来|上门/, /自然到店/],
  [/来电|电话|电询|致电|热线/, /电话/],
  [/介绍|推荐|转介|朋友|熟人|亲戚/, /转介绍/],
  [/外拓|外展|车展|巡展|地推|商超/, /外展/],
  [/老客|保客|基盘|回头/, /老客户/],
  [/换购|换车|旧换新|二手车/, /置换/],
  [/首购|首次|第一台/, /新购/],
  [/再购|增换|加购|第二台/, /增购/],
  [/公司|企业|单位|团购|集团/, /大客户/],
]
const least = 0.5

/** Returns the most similar word, if one alone is most similar. */
function guessOf(list: readonly Word[], key: string): Word | undefined {
  if (key === '') return undefined
  const rated = list
    .map((word) => ({ word, rate: similarity(key, wordKey(word.name)) }))
    .filter(({ rate }) => rate >= least)
    .toSorted((one, other) => other.rate - one.rate)
  const [best, next] = rated
  return best && (!next || next.rate < best.rate || next.word.code === best.word.code) ? best.word : undefined
}

/** From 0 to 1. */
function similarity(text: string, word: string): number {
  const numbers = numbersRate(text, word)
  if (numbers !== undefined) return numbers
  if (word.length > 1 && text.includes(word)) return 0.9 + word.length / 1000
  if (meanings.some(([said, meant]) => said.test(text) && meant.test(word))) return 0.8
  // The one letter of a level: 级别A.
  if (word.length === 1) return text.match(/[a-z]+/g)?.join(' ') === word ? 0.7 : 0
  // A surname and a title.
  if (/^[小老]?.(?:[经总]理?|姐|哥|工|顾问|主管|店长|老师|销售)?$/u.test(text))
    return word.startsWith(text.replace(/^[小老]/u, '').charAt(0)) ? 0.7 : 0
  return word.includes(text) ? 0.85 : commonRate(text, word)
}

/** Share of the shorter text whose characters are in the other one, in their order. */
function commonRate(one: string, other: string): number {
  let row: number[] = Array.from({ length: other.length + 1 }, () => 0)
  for (const character of one) {
    const next = [0]
    for (const [at, there] of Array.from(other).entries())
      next.push(character === there ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0))
    row = next
  }
  const common = row.at(-1) ?? 0
  return common < 2 ? 0 : (common / Math.max(one.length, other.length)) * 0.8
}

/** Rates a number or range by the word's range that holds its middle; undefined if the word is no range. */
function numbersRate(text: string, word: string): number | undefined {
  const [, low, high] = /^(\d+)~(\d+)$/.exec(word) ?? []
  if (low === undefined) return undefined
  const numbers = (text.match(/\d+(?:_\d+)?/g) ?? []).map((number) => {
    const value = Number(number.replace('_', '.'))
    return value >= 10_000 ? value / 10_000 : value
  })
  if (numbers.length === 0 || numbers.length > 2) return 0
  const sum = numbers.reduce((total, number) => total + number, 0)
  const middle = sum / numbers.length - (/以下|以内|之内/.test(text) ? 0.01 : 0)
  return middle >= Number(low) && middle < Number(high) ? 0.8 : 0
}
