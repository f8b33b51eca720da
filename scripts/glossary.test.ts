import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { problemsIn } from './boundaries/source.ts'
import type { SourceRule } from './boundaries/syntax.ts'

/** One word for one thing in every text that people read, on all three floors. */

/** The word, and the words it replaces. */
const words: readonly (readonly [word: string, wrong: RegExp])[] = [
  ['晨报', /早报|每日报|晨会/],
  ['网销专员', /网销(?!专员)|电销|BDC|DCC/],
  ['意向车系', /意向(?:车型|车辆|产品|车(?!系))|感兴趣车/],
  ['创建时间、建档日期', /创建日期|录入(?:时间|日期)|建档时间|下单(?:时间|日期)/],
  ['定金', /订金/],
  ['收款方式', /(?:付款|支付)方式/],
  ['业务类型', /购车(?:类型|性质)/],
  ['网络来源', /网络渠道|来源渠道|线上来源/],
  ['外出', /外勤/],
  ['意向级别', /(?:意向|客户)等级|客户级别|^级别$/],
  ['客户姓名', /客户名(?!单)|客户的姓名/],
  ['手机号', /手机号码|联系电话|联系手机|^手机$/],
  ['岗位', /角色|职位|职务/],
]

/** Literal texts of the specification, which keep their own word. */
const literals: Readonly<Record<string, string>> = {
  请选择意向车型: 'document 2, section 5',
  请输入手机号码: 'document 1, section 5: forgotten password',
  客户名称: 'document 3, section 2: label of a personal order',
  请输入联系电话: 'document 3, section 4: order form',
  请输入正确的联系电话: 'document 3, section 4: order form',
  请输入正确的订金: 'document 3, section 4: order form',
  集团DCC: 'document 4, section 2: name of role 15',
}

/** Files with words of other people, each with the reason. */
const others: Readonly<Record<string, string>> = {
  'server/src/transfer/follow/follow.service.ts': 'headings that workbooks of any origin use',
  'server/src/transfer/import/import.columns.ts': 'headings that workbooks of any origin use',
  'server/src/setting/blocklist.service.ts': 'headings that workbooks of any origin use',
  'server/src/seed/apply/network.sheets.ts': 'headings of workbooks that networks keep',
  'server/src/seed/apply/network.members.ts': 'headings of workbooks that networks keep',
  'server/src/seed/apply/catalogue.sheets.ts': 'headings of workbooks that networks keep',
}

function problemOf(text: string): string | undefined {
  const own = Object.keys(literals).reduce(
    (rest, literal) =>
      rest.trim() === literal || literal === '集团DCC' ? rest.replaceAll(literal, '') : rest,
    text,
  )
  const broken = words.find(([, wrong]) => wrong.test(own.trim()))
  return broken && `“${text.trim()}” says ${broken[1].exec(own.trim())?.[0] ?? ''} for ${broken[0]}`
}

const glossary: SourceRule = {
  files: '{contract,server,web}/src/**/*.{ts,tsx}',
  problem: ({ type, value }) => {
    if (type === 'TemplateElement') return problemOf((value as { cooked: string }).cooked)
    return (type === 'Literal' || type === 'JSXText') && typeof value === 'string'
      ? problemOf(value)
      : undefined
  },
}

test('uses one word for one thing in all texts', () => {
  const files = globSync(glossary.files).filter(
    (file) => !/\.(?:test|walk|factory)\.tsx?$/.test(file) && !others[file],
  )
  expect(files.length).toBeGreaterThan(800)
  expect(files.flatMap((file) => problemsIn({ glossary }, file, readFileSync(file, 'utf8')))).toEqual([])
}, 300_000)

test('finds a wrong word in attributes, texts and templates, and no literal text of the specification', () => {
  const source = "const a = <p title='客户级别'>付款方式 {`订金${n}元`} {'请输入正确的订金'}</p>"
  expect(problemsIn({ glossary }, 'a.tsx', source)).toHaveLength(3)
})

test('has no exception that nothing needs', () => {
  const all = globSync(glossary.files).map((file) => [file, readFileSync(file, 'utf8')] as const)
  const unused = Object.keys(literals).filter((literal) => !all.some(([, text]) => text.includes(literal)))
  expect(unused).toEqual([])
  const clean = all.filter(
    ([file, text]) => others[file] && problemsIn({ glossary }, file, text).length === 0,
  )
  expect(clean.map(([file]) => file)).toEqual([])
})
