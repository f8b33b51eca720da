import type { FindRegion } from '@showroom/contract/base/region.rules'
import type { Words } from '@showroom/contract/base/word.rules'
import { maskIdNo, maskMobile, maskText } from '@showroom/contract/kernel/mask'
import { Mobile, SecondPhone } from '@showroom/contract/kernel/mobile'
import type { ZodType } from 'zod'
import { errorValue } from '../../platform/xlsx/table.ts'
import type { SheetTable, TableField } from '../../platform/xlsx/table.ts'
import { plain } from '../../platform/xlsx/xlsx.ts'
import type { CellMark } from '../../platform/xlsx/xlsx.ts'

/** Columns of the import sheet. */

/** Words that name a code or an id, by kind: dictionaries, the store's own sources, series, members. */
export const wordKinds = [
  'genders',
  'types',
  'levels',
  'sources',
  'customSources',
  'businessTypes',
  'budgets',
  'nextTypes',
  'identifyTypes',
  'series',
  'competitors',
  /** Members who can own customers, by name and by mobile. Rows with a name that several have need the mobile. */
  'members',
] as const
export type WordKind = (typeof wordKinds)[number]

/** Kinds whose unknown words members match. Those of the others are few and fixed. */
export const askedKinds: ReadonlySet<WordKind> = new Set([
  'sources',
  'levels',
  'series',
  'budgets',
  'businessTypes',
  'members',
])

/** Also finds the words that the store's members matched. */
export interface KnownWords extends Words {
  /** Whether members still have to say what a word means: it is unknown, and was not left out before. */
  readonly isOpen: (text: string) => boolean
}
export type Names = Readonly<Record<WordKind, KnownWords>> & { readonly findRegion: FindRegion }

export interface ColumnSpec {
  readonly heading: string
  /** Other headings with this meaning, separated by spaces. */
  readonly aliases: string
  readonly width: number
  /** Fields of the new customer whose errors are shown at this column. */
  readonly fields: readonly string[]
  /** Explanation in the template. */
  readonly hint: string
  readonly required?: true
  /** The words that its cells may hold. */
  readonly words?: WordKind
  /** Its cells may hold several words. */
  readonly isList?: true
  readonly isDate?: true
  /** Masks a cell that is a number as a whole. In other cells, numbers within the text are masked. */
  readonly mask?: (value: string) => string
}

/**
 * Masks a number that the column accepts. Any other is shown as the member wrote it, because the mistake is in its digits; a number within it
 * is masked.
 */
const masking =
  (accepted: ZodType) =>
  (value: string): string =>
    accepted.safeParse(value).success ? maskMobile(value) : maskText(value)
export const maskNumber = masking(Mobile(''))

export const columns = [
  {
    heading: '客户姓名',
    aliases:
      '姓名 名字 客户 客户名 客户名称 顾客姓名 潜客姓名 车主 车主姓名 联系人姓名 name 称呼 客户称呼 访客 访客姓名 来访人',
    width: 14,
    fields: ['name'],
    hint: '',
    required: true,
  },
  {
    heading: '手机号',
    aliases:
      '手机 手机号码 电话 电话号码 联系电话 联系方式 联系号码 联系手机 移动电话 客户电话 客户手机 客户手机号 客户手机号码 手机号1 电话1 mobile phone 本人电话 联系人电话',
    width: 16,
    fields: ['mobile'],
    hint: '11位手机号',
    required: true,
    mask: maskNumber,
  },
  {
    heading: '性别',
    words: 'genders',
    aliases: '客户性别 称谓 gender',
    width: 8,
    fields: ['gender'],
    hint: '男 或 女',
    required: true,
  },
  {
    heading: '客户来源',
    aliases:
      '来源 来源渠道 渠道 客户渠道 渠道来源 线索来源 信息来源 获客渠道 客源 来源方式 到店来源 到店渠道 进店渠道 来店渠道',
    words: 'sources',
    width: 14,
    fields: ['fromSource'],
    hint: '不填为自然到店，见“可选内容”',
  },
  {
    heading: '自定义来源',
    aliases: '来源明细 自定义渠道 渠道明细',
    words: 'customSources',
    width: 16,
    fields: ['otherSource', 'customSource'],
    hint: '客户来源为“自定义”时必填，见“可选内容”',
  },
  {
    heading: '意向车系',
    aliases:
      '车系 意向车型 意向车 意向车辆 意向产品 车型 关注车型 关注车系 拟购车型 拟购车系 意向 看的车 看车 看车车型 所看车型 看什么车 咨询车型 感兴趣车型 意向车款 车款 预购车型',
    isList: true,
    words: 'series',
    width: 22,
    fields: ['specIds'],
    hint: '最多5个，用、分隔',
    required: true,
  },
  {
    heading: '购车省份',
    aliases: '省 省份 所在省 所在省份 省市 上牌省份 客户省份',
    width: 12,
    fields: ['buyProvince'],
    hint: '如 浙江省',
    required: true,
  },
  {
    heading: '购车城市',
    aliases:
      '市 城市 所在市 所在城市 上牌城市 客户城市 地市 地区 区域 省市区 省市 所在地 所在地区 购车地区 上牌地区 上牌地 居住地 居住地区 客户地区 客户区域 住址 地址 家庭住址',
    width: 12,
    fields: ['buyCity'],
    hint: '如 杭州市，也可写 浙江省杭州市西湖区',
    required: true,
  },
  {
    heading: '购车区县',
    aliases: '区 县 区县 所在区 所在区县 上牌区县 客户区县 地区 区域',
    width: 12,
    fields: ['buyArea'],
    hint: '如 西湖区',
  },
  {
    heading: '意向级别',
    words: 'levels',
    aliases: '级别 等级 意向等级 客户级别 客户等级 意向 意向度 意向程度 客户意向 客户类别',
    width: 10,
    fields: ['level'],
    hint: 'N、H、A、B、C，默认N',
  },
  {
    heading: '客户经理',
    aliases:
      '销售顾问 顾问 销售 销售员 销售人员 销售经理 业务员 负责人 归属人 归属顾问 所属顾问 所属销售 接待顾问 接待 接待人 接待人员 接待销售 跟进人 跟进顾问 客户顾问',
    words: 'members',
    width: 14,
    fields: ['assignMemberId'],
    hint: '姓名或手机号，默认导入人；前台导入时必填',
  },
  {
    heading: '下次跟进方式',
    aliases: '下次联系方式 下次跟进类型 下次回访方式',
    words: 'nextTypes',
    width: 14,
    fields: ['nextActivityType', 'nextTestSpecId'],
    hint: '默认 沟通',
  },
  {
    heading: '下次跟进日期',
    aliases:
      '下次跟进时间 下次跟进 下次联系日期 下次联系时间 下次回访日期 下次回访时间 计划跟进日期 计划跟进时间',
    isDate: true,
    width: 14,
    fields: ['nextDate'],
    hint: '如 2026-11-30，默认按级别推算',
  },
  {
    heading: '客户类型',
    words: 'types',
    aliases: '客户性质',
    width: 10,
    fields: ['type'],
    hint: '个人 或 企业，默认个人',
  },
  {
    heading: '企业名称',
    aliases: '企业 公司 公司名称 单位 单位名称',
    width: 20,
    fields: ['companyName'],
    hint: '客户类型为企业时必填',
  },
  {
    heading: '业务类型',
    aliases: '购车类型 购车性质',
    words: 'businessTypes',
    width: 10,
    fields: ['businessType'],
    hint: '默认 新购',
  },
  {
    heading: '购车数量',
    aliases: '数量 台数 购买数量 意向数量',
    width: 10,
    fields: ['buyCount'],
    hint: '0-10000',
  },
  {
    heading: '购车预算',
    aliases: '预算 预算范围 购车预算万元 预算万元',
    words: 'budgets',
    width: 10,
    fields: ['budget'],
    hint: '单位万元，见“可选内容”',
  },
  {
    heading: '预计购车日期',
    aliases:
      '预计购车时间 预购日期 预购时间 拟购日期 拟购时间 计划购车日期 计划购车时间 预计成交日期 预计成交时间',
    isDate: true,
    width: 14,
    fields: ['buycarDate'],
    hint: '如 2026-12-31',
  },
  {
    heading: '竞品车系',
    aliases: '竞品 竞品车型 对比车型 对比车系 竞争车型',
    isList: true,
    words: 'competitors',
    width: 22,
    fields: ['competitionSerieses'],
    hint: '最多5个，用、分隔',
  },
  {
    heading: '备用号码',
    aliases:
      '第二联系号码 第二联系电话 备用电话 备用手机 备用手机号 备用联系方式 备用联系电话 其他电话 其他联系方式 手机号备用 手机号2 电话2 固定电话 座机',
    width: 16,
    fields: ['secondardPhone'],
    hint: '',
    mask: masking(SecondPhone),
  },
  { heading: '微信号', aliases: '微信 微信号码 微信账号 wechat', width: 16, fields: ['weixin'], hint: '' },
  {
    heading: '证件类型',
    aliases: '证件种类',
    words: 'identifyTypes',
    width: 10,
    fields: ['addition.identifyType'],
    hint: '默认 身份证',
  },
  {
    heading: '证件号码',
    aliases: '证件号 身份证 身份证号 身份证号码',
    width: 22,
    fields: ['addition.idNo'],
    hint: '',
    mask: maskIdNo,
  },
  {
    heading: '备注',
    aliases: '备注信息 客户备注 说明 描述 情况 客户情况 备注说明',
    width: 30,
    fields: ['remark'],
    hint: '不超过500个字',
  },
] as const satisfies readonly ColumnSpec[]

export type Heading = (typeof columns)[number]['heading']
export const reasonHeading = '失败原因'
/** Cells in the order of `columns`. */
export type Cells = readonly string[]
/** A row of the workbook, with the marks of its cells in the order of `columns`. */
export interface RowCells {
  /** See `rowNoOf`. */
  readonly rowNo: number
  readonly cells: Cells
  readonly marks?: Readonly<Record<number, CellMark>> | undefined
  /** Fields that the member filled for all rows. */
  readonly whole?: Whole | undefined
}
/** Texts for all rows, by heading of a field that has no column. */
export type Whole = Readonly<Record<string, string>>

/** Numbers the rows of all sheets that are read together: by sheet, then as the sheet counts. */
const mostOfSheet = 2_000_000
export const rowNoOf = (part: number, row: number): number => part * mostOfSheet + row
export const placeOf = (rowNo: number): { readonly part: number; readonly row: number } => ({
  part: Math.floor(rowNo / mostOfSheet),
  row: rowNo % mostOfSheet,
})

/** Columns that are read together. */
export const region: readonly string[] = ['购车省份', '购车城市', '购车区县']
export const specs: readonly ColumnSpec[] = columns
export const specOf = <One extends Heading>(heading: One) =>
  columns.find((column) => column.heading === heading) as Extract<
    (typeof columns)[number],
    { heading: One }
  > &
    ColumnSpec
/** Whether the column of a field is required; no column at all counts as well. */
export const isRequired = (field: string): boolean =>
  !specs.some(({ fields, required }) => fields.includes(field) && !required)
const headings: readonly string[] = columns.map(({ heading }) => heading)
const position = new Map(headings.map((heading, index) => [heading, index]))
export const textAt = (cells: Cells, heading: string): string =>
  plain(cells[position.get(heading) ?? -1] ?? '')

/** The columns as fields for the finder of tables. */
export const tableFields: readonly TableField[] = specs.map(({ heading, aliases, required }) => ({
  heading,
  aliases: aliases.split(' '),
  ...(required && { required }),
}))

/** Longer cells are cut. */
const longestCell = 1000

/** Returns the rows of a table with their cells in the order of `columns`. */
export function arrange(
  { rows, match }: Pick<SheetTable, 'rows' | 'match'>,
  part = 0,
  whole: Whole = {},
): RowCells[] {
  const places = headings.map((heading) => match[heading] ?? -1)
  const filled = headings.map((heading, at) => (places[at] === -1 ? (whole[heading] ?? '') : ''))
  return rows.map(({ number, cells, marks }) => ({
    rowNo: rowNoOf(part, number),
    cells: places.map((at, index) => (cells[at] ?? filled[index] ?? '').slice(0, longestCell)),
    marks:
      marks && Object.fromEntries(places.flatMap((at, index) => (marks[at] ? [[index, marks[at]]] : []))),
    whole,
  }))
}

export interface CellError {
  /** Heading of the column; empty for the whole row. */
  readonly column: string
  /** Masked if it is a personal number. */
  readonly value: string
  readonly text: string
}

/** Cuts between characters: half a surrogate pair (of an emoji) cannot be stored. */
export const firstOf = (text: string, max: number): string => Array.from(text).slice(0, max).join('')

/** Reports the error of a field at its column, or at the whole row if the field has no column. */
export function cellError(cells: Cells, field: string, text: string): CellError {
  const spec = specs.find(({ fields }) => fields.includes(field))
  const value = spec ? firstOf(textAt(cells, spec.heading), 100) : ''
  const masked = errorValue.test(value) ? value : (spec?.mask ?? maskText)(value)
  return { column: spec?.heading ?? '', value: masked, text }
}

/** Sorts errors by their columns. */
export const byColumn = (one: CellError, other: CellError): number =>
  (position.get(one.column) ?? -1) - (position.get(other.column) ?? -1)

/** The error of a customer on the blocklist, with whom to call. */
export const blockedError = (cells: Cells, contacts: readonly string[]): CellError =>
  cellError(cells, 'mobile', `此客户在blc名单中，如有疑问请拨打【${contacts.join('、')}】`)
