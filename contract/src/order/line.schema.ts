import { fenOf } from '../kernel/money.ts'
import { z } from 'zod'
import { cleanLine } from '../kernel/clean.ts'
import { serial } from '../kernel/wire.ts'

/** The lines of the order form (订车明细). Messages name the line's number. */

export const mostLines = 100
/** Maximum number of vehicles in a line. */
const mostVehicles = 99_999
/** Maximum number of characters in a price. */
const longestPrice = 10

/** Accepts any value, so that a missing or non-numeric field is reported at its line, not in general. */
const loose = z.number().nullish().catch(Number.NaN)

const LooseLine = z.object({
  /** Number of the line (sub-order); empty for a new line. */
  orderNo: serial(40),
  seriesId: loose,
  /** The model. */
  specId: loose,
  carExternalColor: z.string().overwrite(cleanLine).max(50).nullish().catch(''),
  /** The material: a configuration of the model in one colour. */
  skuId: loose,
  num: loose,
  /** Yuan per vehicle. */
  price: loose,
})
type LooseLine = z.output<typeof LooseLine>

/** A valid line. */
export interface OrderLineForm {
  readonly orderNo: string
  /** 0 if the form left it out. */
  readonly seriesId: number
  readonly specId: number
  readonly carExternalColor: string
  readonly skuId: number
  readonly num: number
  readonly price: number
}

const isId = (value: unknown): boolean =>
  Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= 2_147_483_647
const isMissing = (value: unknown): boolean => value === undefined || value === null

/** The problems of one line, by its fields; `row` counts from 1. */
export function lineProblems(line: Partial<LooseLine>, row: number): { path: string; text: string }[] {
  const { specId, skuId, num, price } = line
  const problems = [
    !isId(specId) && { path: 'specId', text: `请选择第${row}行车型` },
    isId(specId) && !isId(skuId) && { path: 'skuId', text: `请选择第${row}行颜色` },
    isMissing(num)
      ? { path: 'num', text: `请输入第${row}行数量` }
      : !isQuantity(num as number) && { path: 'num', text: `第${row}行数量输入错误` },
    isMissing(price)
      ? { path: 'price', text: `请输入第${row}行单价` }
      : !isPrice(price as number) && { path: 'price', text: `第${row}行单价输入错误` },
  ]
  return problems.filter((one) => one !== false)
}

const isQuantity = (num: number): boolean => Number.isInteger(num) && num >= 1 && num <= mostVehicles

const isPrice = (price: number): boolean =>
  Number.isFinite(price) && price >= 0 && String(price).length <= longestPrice && fenOf(price) / 100 === price

/** Rows, counted from 1, that repeat the material of an earlier row, each with that row. */
export function sameMaterials(
  lines: readonly { readonly skuId?: unknown }[],
): { row: number; first: number }[] {
  const firsts = new Map<unknown, number>()
  return lines.flatMap(({ skuId }, at) => {
    if (!isId(skuId)) return []
    const first = firsts.get(skuId)
    if (first === undefined) firsts.set(skuId, at + 1)
    return first === undefined ? [] : [{ row: at + 1, first }]
  })
}

export const sameMaterialText = ({ first, row }: { first: number; row: number }): string =>
  `第${first}行和${row}行物料号重复，请修改`

export const SubOrderInfos = z
  .array(LooseLine, '请添加订车明细')
  .min(1, '请添加订车明细')
  .max(mostLines, `最多添加${mostLines}行订车明细`)
  .transform((lines, context): OrderLineForm[] => {
    const problem = (path: (string | number)[], message: string): void =>
      context.addIssue({ code: 'custom', path, message })
    for (const [at, line] of lines.entries())
      for (const { path, text: message } of lineProblems(line, at + 1)) problem([at, path], message)
    for (const same of sameMaterials(lines)) problem([same.row - 1, 'skuId'], sameMaterialText(same))
    return lines.map((line) => ({
      orderNo: line.orderNo,
      seriesId: isId(line.seriesId) ? Number(line.seriesId) : 0,
      specId: Number(line.specId),
      carExternalColor: line.carExternalColor ?? '',
      skuId: Number(line.skuId),
      num: Number(line.num),
      price: Number(line.price),
    }))
  })
