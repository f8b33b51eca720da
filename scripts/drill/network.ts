import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { rooms } from '@showroom/contract'
import { sha256Hex } from '../../server/src/access/password/password.ts'
import { writeXlsx } from '../../server/src/platform/xlsx/xlsx.ts'
import { networkSheets } from '../../server/src/seed/apply/network.sheets.ts'
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

/** Writes the workbook that an operator would fill in. */
export async function writeNetwork(stage: Stage): Promise<string> {
  const file = path.join(stage.makeFolder('home'), 'network.xlsx')
  const sheets = networkSheets.map(({ name, columns }) => ({
    name,
    columns,
    rows: (content[name] ?? []).map((row) => columns.map(({ heading }) => row[heading] ?? '')),
  }))
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
  // The answer has the code of the sign-in that follows; of a release before it did, the link has.
  const login = { mobile, password, smsCode: reset.answer?.smsCode ?? ofLink }
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
