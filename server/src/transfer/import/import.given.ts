import { NewCustomer } from '@showroom/contract/customer/add.schema'
import type { NewCustomerInput } from '@showroom/contract/customer/add.schema'
import { identityProblem } from '@showroom/contract/customer/customer.rules'
import { dayText } from '@showroom/contract/kernel/day'
import { isMasked } from '@showroom/contract/kernel/masked'
import type { Given } from '../../customer/index.ts'
import { cellError, specs, textAt } from './import.columns.ts'
import type { CellError, Heading, RowCells } from './import.columns.ts'

/** Values of a row for a file that exists: its filled cells alone. */

type Field = keyof typeof NewCustomer.shape
interface Taken {
  readonly heading: Heading
  readonly field: Field
  readonly as: (value: never) => Given
}

const taken: readonly Taken[] = [
  { heading: '客户姓名', field: 'name', as: (name: string) => ({ name }) },
  { heading: '性别', field: 'gender', as: (gender: number) => ({ gender }) },
  { heading: '客户类型', field: 'type', as: (type: number) => ({ type }) },
  { heading: '企业名称', field: 'companyName', as: (name: string) => ({ company_name: name }) },
  { heading: '备用号码', field: 'secondardPhone', as: (phone: string) => ({ second_phone: phone }) },
  { heading: '微信号', field: 'weixin', as: (weixin: string) => ({ weixin }) },
  { heading: '业务类型', field: 'businessType', as: (type: number) => ({ business_type: type }) },
  { heading: '购车数量', field: 'buyCount', as: (count: number) => ({ buy_count: count }) },
  { heading: '购车预算', field: 'budget', as: (budget: number) => ({ budget }) },
  {
    heading: '预计购车日期',
    field: 'buycarDate',
    as: (at: number) => ({ buycar_on: dayText(at) }),
  },
  { heading: '意向车系', field: 'specIds', as: (ids: number[]) => ({ series_ids: ids }) },
  {
    heading: '竞品车系',
    field: 'competitionSerieses',
    as: (ids: number[]) => ({ competitor_series_ids: ids }),
  },
  { heading: '备注', field: 'remark', as: (remark: string) => ({ remark }) },
]
/** Columns that are read together. */
const region: readonly Heading[] = ['购车省份', '购车城市', '购车区县']
const identity: readonly Heading[] = ['证件类型', '证件号码']
const used: ReadonlySet<string> = new Set([...taken.map(({ heading }) => heading), ...region, ...identity])

const isFilled = ({ cells, marks }: RowCells, heading: string): boolean =>
  textAt(cells, heading) !== '' || marks?.[specs.findIndex((spec) => spec.heading === heading)] !== undefined

/** Reads the filled cells. `input` and `errors` are those of the row as a new customer. */
export function givenOf(
  row: RowCells,
  { input, errors }: { readonly input: NewCustomerInput; readonly errors: readonly CellError[] },
): { given: Given; errors: CellError[] } {
  const errorsOfRow = errors.filter(({ column }) => used.has(column) && isFilled(row, column))
  const wrong = (field: string, text: string): void => {
    const error = cellError(row.cells, field, text)
    if (!errorsOfRow.some(({ column }) => column === error.column)) errorsOfRow.push(error)
  }
  const isWrong = (headings: readonly string[]): boolean =>
    errorsOfRow.some(({ column }) => headings.includes(column))
  const given: Given = {}
  for (const { heading, field, as } of taken) {
    if (!isFilled(row, heading) || isWrong([heading])) continue
    const { data, error } = NewCustomer.shape[field].safeParse(input[field])
    if (error) wrong(field, error.issues[0]?.message ?? '格式不正确')
    // The schema of the field has made the value.
    else Object.assign(given, as(data as never))
  }
  if (isMasked(given.weixin)) wrong('weixin', '请输入完整的微信号')
  if (isFilled(row, '购车省份') || isFilled(row, '购车城市')) {
    const { buyProvince, buyCity, buyArea } = input
    if (!isWrong(region) && buyProvince && buyCity)
      Object.assign(given, {
        buy_province: buyProvince,
        buy_city: buyCity,
        ...(buyArea && { buy_area: buyArea }),
      })
    else if (!isWrong(region)) wrong(buyProvince ? 'buyCity' : 'buyProvince', '请选择购车地区')
  }
  if (isFilled(row, '证件号码') && !isWrong(identity)) {
    const { data } = NewCustomer.shape.addition.safeParse(input.addition)
    const { identifyType = 1, idNo = '' } = data ?? {}
    const problem = data ? identityProblem(identifyType, idNo) : '请输入合法证件号'
    if (problem) wrong('addition.idNo', problem)
    else Object.assign(given, { identify_type: identifyType, identify_no: idNo.toUpperCase() })
  }
  return { given, errors: errorsOfRow }
}
