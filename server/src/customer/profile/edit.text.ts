import { dayText } from '@showroom/contract/kernel/day'
import type { EditableCustomer } from '@showroom/contract/customer/edit.schema'
import { maskIdNo, maskMobile, maskText } from '@showroom/contract/kernel/mask'
import { namesOf } from '../../platform/export/catalogue.ts'
import type { Catalogue } from '../../platform/export/catalogue.ts'
import type { EditableFile } from './edit.repository.ts'
import { maskNumbers } from '../numbers.ts'

/**
 * Timeline text of an edit: one part per changed field, with old and new value. Numbers are masked, and addresses are not shown at all.
 */

interface Line {
  readonly label: string
  readonly before: string
  readonly after: string
  /** Used instead of comparing the texts if those hide part of the value. */
  readonly changed?: boolean
}

const region = (...parts: string[]): string => [...new Set(parts)].join('')
const genders: Readonly<Record<number, string>> = { 1: '先生', 2: '女士' }
const types: Readonly<Record<number, string>> = { 1: '个人', 2: '企业' }
const day = (seconds: number): string => (seconds ? dayText(seconds) : '')

export function describeEdit(catalogue: Catalogue, file: EditableFile, after: EditableCustomer): string[] {
  const lines = [...personLines(file, after), ...dealLines(catalogue, file, after)]
  return lines
    .filter((line) => line.changed ?? line.before !== line.after)
    .map((line) =>
      line.before === line.after
        ? `${line.label}已修改`
        : `${line.label}：${line.before || '无'} → ${line.after || '无'}`,
    )
}

function personLines({ values, clear }: EditableFile, after: EditableCustomer): Line[] {
  const { addition: was } = values
  const { addition } = after
  const number = (label: string, before: string, now: string, mask: (text: string) => string): Line => ({
    label,
    before: mask(before),
    after: mask(now),
    changed: before !== now,
  })
  const text = (label: string, before: string, now: string): Line => number(label, before, now, maskText)
  return [
    text('客户姓名', clear.name, after.name),
    number('手机号', clear.mobile, after.mobile, maskMobile),
    number('备用号码', clear.secondPhone, after.secondardPhone, maskNumbers),
    number('微信', clear.weixin, after.weixin, () => ''),
    text('称呼', genders[values.gender] ?? '', genders[after.gender] ?? ''),
    text('类型', types[values.type] ?? '', types[after.type] ?? ''),
    text('企业名称', clear.companyName, after.companyName),
    number('证件', clear.idNo, after.addition.idNo, maskIdNo),
    text(
      '居住地',
      region(clear.province, clear.city, clear.area),
      region(addition.province, addition.city, addition.area),
    ),
    number('地址', clear.address, addition.address, () => ''),
    text('生日', was.birthday, addition.birthday),
    text('QQ', clear.qq, addition.qq),
    text('标签', clear.tags, after.tags),
  ]
}

function dealLines(
  { display, seriesName, competitorName }: Catalogue,
  { values: was }: EditableFile,
  after: EditableCustomer,
): Line[] {
  const ids = (list: string): number[] => (list === '' ? [] : list.split(',').map(Number))
  const line = (label: string, kind: string, before: number, now: number): Line => ({
    label,
    before: display(kind, before),
    after: display(kind, now),
    changed: before !== now,
  })
  const series = (list: readonly number[]): string => namesOf(seriesName, list).join('、')
  const rivals = (list: readonly number[]): string => namesOf(competitorName, list).join('、')
  return [
    line('来源', 'customerFromSources', was.fromSource, after.fromSource),
    { label: '来源明细', before: '', after: '', changed: was.otherSource !== after.otherSource },
    { label: '来源凭证', before: '', after: '', changed: was.newMediaImages !== after.newMediaImages },
    line('业务类型', 'businessTypes', was.businessType, after.businessType),
    { label: '购车数量', before: String(was.buyCount), after: String(after.buyCount) },
    {
      label: '购车地区',
      before: region(was.buyProvince, was.buyCity, was.buyArea),
      after: region(after.buyProvince, after.buyCity, after.buyArea),
    },
    line('预算', 'budgets', was.budget, after.budget),
    { label: '预计购车', before: day(was.buycarDate), after: day(after.buycarDate) },
    {
      label: '原有车系',
      before: seriesName(was.addPurchaseOldSeriesId) ?? '',
      after: seriesName(after.addPurchaseOldSeriesId) ?? '',
    },
    { label: '意向车系', before: series(ids(was.specIds)), after: series(after.specIds) },
    {
      label: '竞品车系',
      before: rivals(ids(was.competitionSerieses)),
      after: rivals(after.competitionSerieses),
    },
  ]
}
