import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rooms } from '@showroom/contract'
import { codeOf } from '../../server/src/access/access.factory.ts'
import { sha256Hex } from '../../server/src/access/password/password.ts'
import { readXlsx, writeXlsx } from '../../server/src/platform/xlsx/xlsx.ts'
import { Client } from './client.ts'
import type { Proxy } from './proxy.ts'
import type { Release } from './release.ts'
import type { Stage } from './stage.ts'

/** A network of three stores from a workbook, and its members' first sign-in by invitation. */

type Row = Readonly<Record<string, string>>

const stores = ['HZ001', 'HZ002', 'HZ003']
const mobileOf = (store: number, member: number): string =>
  `1390000${store + 1}${String(member).padStart(3, '0')}`

const roles = ['总经理', '销售经理', '网销专员', '前台', ...Array.from({ length: 8 }, () => '客户经理')]

const membersOf = (code: string, store: number): Row[] =>
  roles.map((role, at) => ({
    门店编码: code,
    手机号: mobileOf(store, at),
    姓名: `${role}${at}`,
    角色: role,
    ...(at > 0 && { 上级手机号: mobileOf(store, at === 1 ? 0 : 1) }),
  }))

const content: Readonly<Record<string, readonly Row[]>> = {
  集团: [{ 集团名称: '浙越汽车集团' }],
  门店: stores.map((code) => ({
    门店编码: code,
    门店名称: `${code}店`,
    集团: '浙越汽车集团',
    省份: '浙江省',
    城市: '杭州市',
    区县: '西湖区',
  })),
  成员: stores.flatMap(membersOf),
}

/** Members who sign in: of each store the general manager and two consultants. */
export const signingIn = stores.flatMap((_, store) => [0, 4, 5].map((member) => mobileOf(store, member)))
export const memberCount = content['成员']?.length ?? 0

/** Writes the workbook as an operator would fill it in: with the columns of the template, which may be of the release before. */
export async function writeNetwork(template: string): Promise<string> {
  const file = path.join(path.dirname(template), 'network.xlsx')
  const read = await readXlsx({ bytes: readFileSync(template), maxUnpackedBytes: 1e7, maxRows: 1000 })
  if ('problem' in read) throw new Error(`${template}: ${read.problem}`)
  const sheets = read.sheets.flatMap(({ name, rows }) => {
    const headings = (rows[0]?.cells ?? []).map((cell) => cell.replace('*', ''))
    const columns = headings.map((heading) => ({ heading, width: 16 }))
    const filled = content[name]?.map((row) => headings.map((heading) => row[heading] ?? ''))
    return filled ? [{ name, columns, rows: filled }] : []
  })
  writeFileSync(file, await writeXlsx(sheets))
  return file
}

export interface Member {
  readonly token: string
  readonly city: { readonly province: string; readonly city: string; readonly area: string }
}

/** The first password and sign-in of a member through the proxy, by a link that the operator made. */
async function signInFirst(
  stage: Stage,
  release: Release,
  environment: Readonly<Record<string, string>>,
  client: Client,
  mobile: string,
): Promise<Member> {
  const { stdout } = await stage.run(release.command('network', 'invite', mobile), environment)
  const [, smsCode = '', ofLink = ''] = /invite=(\d{6})(\d{6})/.exec(stdout) ?? []
  const password = sha256Hex(`Drill#${mobile}`)
  const reset = await client.send(rooms.access.resetPassword, '', { mobile, smsCode, newPassword: password })
  const enrolment = reset.answer?.enrolment
  const enrolled =
    enrolment &&
    (await client.send(rooms.access.enrolAuthenticator, '', {
      ticket: enrolment.ticket,
      smsCode: codeOf(enrolment.secret, new Date()),
    }))
  // The answers have the code of the sign-in that follows; of a release before they did, the link has.
  const login = { mobile, password, smsCode: enrolled?.answer?.smsCode ?? reset.answer?.smsCode ?? ofLink }
  const { answer, attempts } = await client.send(rooms.access.loginWithSmsCode, '', login)
  if (!answer?.token) throw new Error(`${mobile} could not sign in: ${attempts.at(-1)?.text}`)
  const { province, city, area } = answer.profile
  return { token: answer.token, city: { province, city, area } }
}

export async function signInMembers(
  stage: Stage,
  release: Release,
  environment: Readonly<Record<string, string>>,
  proxy: Proxy,
): Promise<Member[]> {
  const client = new Client(proxy.url, proxy.certificate)
  const members: Member[] = []
  for (const mobile of signingIn) members.push(await signInFirst(stage, release, environment, client, mobile))
  client.close()
  return members
}
