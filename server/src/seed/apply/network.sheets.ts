import { moduleNames } from '@showroom/contract/kernel/call'
import { dictionaries } from '../dictionaries.ts'
import { regions } from '../regions.ts'
import type { SheetSpec } from './book.ts'

/** Options under their names in the base data. A network that renamed some sees its own names when a value is rejected. */
const namesOfKind = (kind: 'dealerMemberRoles' | 'onlineSources'): string =>
  dictionaries[kind].map(([value, name]) => `${value} ${name}`).join('、')

/** Towns of the cities that have no districts, such as 东莞市: the lowest level of their regions. */
const towns = regions
  .filter(({ level, code }) => level === 2 && code < '710000')
  .map(({ name, code }) => ({
    name,
    parts: regions.filter(({ parent_code }) => parent_code === code).map((part) => part.name),
  }))
  .filter(({ parts }) => parts.some((part) => /镇$|街道$/.test(part)))
  .map(({ name, parts }) => `${name}（${parts.join('、')}）`)
  .join('；')

/**
 * Sheets of a network: groups, dealers, members and lead sources. An empty cell leaves an existing row's value unchanged. Columns with a
 * `key` set a field; the others identify rows.
 */
export const networkSheets = [
  {
    name: '集团',
    columns: [
      {
        heading: '集团名称',
        key: 'name',
        identifies: true,
        width: 24,
        hint: '不超过50个字',
        example: '浙越汽车集团',
        required: true,
      },
      { heading: '原名称', width: 24, hint: '集团改名时填写原来的名称', example: '' },
    ],
  },
  {
    name: '门店',
    columns: [
      {
        heading: '门店编码',
        width: 14,
        hint: '门店的唯一编码，字母、数字、-、_，不可更改',
        example: 'HZ001',
        required: true,
      },
      {
        heading: '门店名称',
        key: 'name',
        width: 26,
        hint: '不超过50个字',
        example: '杭州城西店',
        required: true,
      },
      {
        heading: '集团',
        key: 'group',
        width: 22,
        hint: '集团名称；不属于集团填“无”，留空不变',
        example: '浙越汽车集团',
      },
      { heading: '省份', key: 'province', width: 12, hint: '如 浙江省', example: '浙江省', required: true },
      { heading: '城市', key: 'city', width: 12, hint: '如 杭州市', example: '杭州市', required: true },
      {
        heading: '区县',
        key: 'area',
        width: 12,
        hint: `如 西湖区；不设区的城市填镇或街道：${towns}`,
        example: '西湖区',
        required: true,
      },
      { heading: '地址', key: 'address', width: 30, hint: '不超过100个字，留空不变', example: '古墩路588号' },
      {
        heading: '线索策略',
        key: 'policy',
        width: 10,
        hint: '1 网销专员清洗、主管分配；2 网销专员清洗并分配；3 不清洗、自动分配。新门店默认1，留空不变',
        example: '1',
      },
      {
        heading: '城市池',
        key: 'cityPool',
        width: 10,
        hint: '是 或 否，新门店默认否，留空不变',
        example: '否',
      },
    ],
  },
  {
    name: '成员',
    columns: [
      { heading: '门店编码', width: 14, hint: '“门店”表中的或已有的编码', example: 'HZ001', required: true },
      {
        heading: '手机号',
        key: 'mobile',
        identifies: true,
        width: 16,
        hint: '登录手机号，同一门店内不重复',
        example: '13800000001',
        required: true,
      },
      {
        heading: '原手机号',
        width: 16,
        hint: '成员换号时填写原来的手机号，本人的客户、任务等不变',
        example: '',
      },
      { heading: '姓名', key: 'name', width: 12, hint: '', example: '周启明', required: true },
      {
        heading: '角色',
        key: 'role',
        width: 14,
        hint: `角色名称或编号：${namesOfKind('dealerMemberRoles')}`,
        example: '总经理',
        required: true,
      },
      {
        heading: '上级手机号',
        key: 'superior',
        width: 16,
        hint: '同一门店的成员；没有上级填“无”，留空不变',
        example: '',
      },
      {
        heading: '权限',
        key: 'modules',
        width: 30,
        hint: `用、分隔：${moduleNames.join('、')}。新成员默认角色的权限，留空不变（角色变更时为新角色的权限）`,
        example: '客户管理、销售订单',
      },
      {
        heading: '状态',
        key: 'status',
        width: 8,
        hint: '正常 或 冻结，新成员默认正常，留空不变',
        example: '正常',
      },
      { heading: '身份证号码', width: 22, hint: '仅用于新成员', example: '' },
      { heading: '人事账号', key: 'siebelId', width: 14, hint: '留空不变', example: '' },
      { heading: '人事岗位', key: 'siebelPosition', width: 14, hint: '留空不变', example: '' },
    ],
  },
  {
    name: '线索来源',
    columns: [
      {
        heading: '来源名称',
        width: 20,
        hint: '谁发送线索；新来源的密钥在导入后显示一次',
        example: '车友之窗',
        required: true,
      },
      {
        heading: '渠道',
        key: 'sourceId',
        width: 14,
        hint: `渠道名称或代码（字典 onlineSources）：${namesOfKind('onlineSources')}`,
        example: '车友之窗',
        required: true,
      },
      {
        heading: '每秒上限',
        key: 'rate',
        width: 10,
        hint: '每秒最多线索数，默认200，留空不变',
        example: '200',
      },
      { heading: '状态', key: 'active', width: 8, hint: '启用 或 停用，默认启用，留空不变', example: '启用' },
    ],
  },
] as const satisfies readonly SheetSpec[]

export const specOf = ({ row }: { readonly row: { readonly sheet: string } }): SheetSpec =>
  networkSheets.find(({ name }) => name === row.sheet) as SheetSpec
