import type { ColumnSpec, SheetSpec } from './book.ts'

/**
 * Sheets of the catalogue and the tables they fill. Rows are identified by their codes. An empty cell leaves an existing row's value
 * unchanged.
 */

type Kind = 'text' | 'code' | 'number' | 'yuan' | 'off'
export interface Field extends ColumnSpec {
  readonly column: string
  /** `yuan` is stored in fen; `off` as a boolean that is true when switched off. */
  readonly kind: Kind
  /** Sheet of the parent, whose code the cell holds. A row cannot move to another parent, as files and orders refer to it. */
  readonly parent?: string
}
export interface CatalogueSheet extends SheetSpec {
  readonly table: string
  /** Table columns that identify a row. */
  readonly keys: readonly string[]
  /** The table generates the ids of new rows; the sheet has no id column. */
  readonly makesId: boolean
  readonly columns: readonly Field[]
}

const field = (
  heading: string,
  column: string,
  kind: Kind,
  example: string,
  rest: Partial<Field> = {},
): Field => ({ heading, column, kind, example, width: 18, hint: '', required: true, ...rest })
const optional = (...given: Parameters<typeof field>): Field => {
  const { required: _, ...rest } = field(...given)
  return rest
}
/** A switched-off row keeps its name wherever it is in use. */
const state = optional('状态', 'is_off', 'off', '启用', {
  width: 8,
  hint: '启用 或 停用，默认启用，留空不变；停用后不再可选，已使用的仍显示',
})
const position = optional('排序', 'position', 'number', '1', { width: 8, hint: '默认为行号，留空不变' })

export const catalogueSheets: readonly CatalogueSheet[] = [
  {
    name: '品牌',
    table: 'brand',
    keys: ['id'],
    makesId: false,
    columns: [field('品牌编号', 'id', 'number', '11'), field('品牌名称', 'name', 'text', '澜岳')],
  },
  {
    name: '车系',
    table: 'series',
    keys: ['code'],
    makesId: true,
    columns: [
      field('车系编码', 'code', 'code', 'LY-YX'),
      field('车系名称', 'name', 'text', '云岫'),
      field('品牌编号', 'brand_id', 'number', '11', { parent: '品牌' }),
      position,
      state,
    ],
  },
  {
    name: '车型',
    table: 'model',
    keys: ['code'],
    makesId: true,
    columns: [
      field('车型编码', 'code', 'code', 'LY-YX1'),
      field('车型名称', 'name', 'text', '1.5T 悦行版'),
      field('车系编码', 'series_id', 'code', 'LY-YX', { parent: '车系' }),
      field('指导价', 'guide_price_fen', 'yuan', '128800', { hint: '单位元，最多两位小数' }),
      position,
      state,
    ],
  },
  {
    name: '配置',
    table: 'configuration',
    keys: ['code'],
    makesId: true,
    columns: [
      field('配置编码', 'code', 'code', 'LY-YX1-1'),
      field('配置名称', 'name', 'text', '标准版'),
      field('车型编码', 'model_id', 'code', 'LY-YX1', { parent: '车型' }),
      state,
    ],
  },
  {
    name: '商品',
    table: 'sku',
    keys: ['product_code'],
    makesId: true,
    columns: [
      field('商品编码', 'product_code', 'code', 'LYYX11A'),
      field('配置编码', 'configuration_id', 'code', 'LY-YX1-1', { parent: '配置' }),
      field('外观颜色', 'color', 'text', '松雪白'),
      field('内饰颜色', 'interior_color', 'text', '曜石黑'),
      field('商品编号', 'product_id', 'number', '700001'),
      state,
    ],
  },
  {
    name: '竞品车系',
    table: 'competitor_series',
    keys: ['id'],
    makesId: false,
    columns: [
      field('编号', 'id', 'number', '5001'),
      field('品牌', 'brand_name', 'text', '凌屿'),
      field('车系', 'series_name', 'text', '行者'),
      state,
    ],
  },
  {
    name: '字典',
    table: 'dictionary',
    keys: ['kind', 'value'],
    makesId: false,
    columns: [
      field('字典', 'kind', 'code', 'failReasons', { hint: '字典的英文名' }),
      field('代码', 'value', 'code', '1'),
      field('显示', 'display', 'text', '产品'),
      optional('简称', 'name', 'text', '产品', { hint: '默认同“显示”，留空不变' }),
      optional('备注', 'remark', 'text', '', { hint: '如角色的默认权限，用英文逗号分隔；留空不变' }),
      position,
      state,
    ],
  },
]
