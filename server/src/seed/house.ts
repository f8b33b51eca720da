import { addDays } from '@showroom/contract/kernel/day'
import { usualMorningTime } from '@showroom/contract/report/morning.schema'
import type pg from 'pg'
import { writeAttendance } from './attendance.ts'
import { copyObjects } from './copy.ts'
import { demoDealers } from './network.ts'
import type { DemoNetwork } from './network.ts'
import { makeOffice } from './office.ts'
import { sharedFileRows } from './shared-files.ts'
import type { DemoTale } from './narrate.ts'
import { instant } from './workday.ts'

/** Writes what the demo's stores have besides customers and leads. */
export async function writeHouses(
  client: pg.Client,
  { network, ledger }: DemoTale,
  now: number,
): Promise<void> {
  const { audits, exports } = makeOffice(network, ledger, now)
  await copyObjects(client, 'audit', audits)
  await copyObjects(client, 'export_log', exports)
  await copyObjects(client, 'dealer_file', await sharedFileRows(network, now))
  await copyObjects(client, 'dealer_topic', topics(network, now))
  await copyObjects(client, 'sms_template', templates(network, now))
  await copyObjects(client, 'morning_report', subscriptions(network))
  await writeAttendance(client, network, now)
}

/** Each store's head gets the morning report as a bell notice. */
const subscriptions = (network: DemoNetwork) =>
  network.members
    .filter(({ role, leftDaysAgo }) => role === 1 && !leftDaysAgo)
    .map(({ dealer_id, id }) => ({
      dealer_id,
      member_id: id,
      is_on: true,
      send_at: usualMorningTime,
      by_bell: true,
      by_sms: false,
      by_wecom: false,
    }))

/** A text names its store, since the customer sees no sender. */
const templateTexts = (store: string) =>
  [
    [
      '到店邀约',
      `{客户姓名}您好，${store}本周末备好了试驾车和置换评估，期待您到店。客户经理{客户经理}，{客户经理电话}`,
    ],
    [
      '试驾回访',
      `{客户姓名}您好，感谢您到${store}试驾。车型配置和金融方案有任何问题，欢迎随时联系{客户经理}，{客户经理电话}`,
    ],
    ['提车提醒', `{客户姓名}您好，您订购的车辆已到${store}，请与{客户经理}约定提车时间，{客户经理电话}`],
  ] as const

/** Message templates each store's head wrote for all members. */
const templates = (network: DemoNetwork, now: number) =>
  demoDealers.flatMap((dealer) => {
    const head = network.members.find(({ dealer_id, role }) => dealer_id === dealer.id && role === 1)
    return templateTexts(dealer.name).map(([subject, content], index) => ({
      dealer_id: dealer.id,
      subject,
      content,
      user_name: head?.name ?? '',
      updated_at: instant(addDays(now, -30 + index) + 10 * 3600),
    }))
  })

const earlierTopics = [
  '本月展厅7S检查定于周三下午，请各岗位提前自查。',
  '季度盘库期间，展车调动请先在群内报备。',
]

/** The general manager's announcements of the last weeks; the overview shows the latest. */
const topics = (network: DemoNetwork, now: number) =>
  demoDealers.flatMap((dealer) => {
    const head = network.members.find(({ dealer_id, role }) => dealer_id === dealer.id && role === 1)
    return [...earlierTopics, dealer.topic].map((content, index) => ({
      dealer_id: dealer.id,
      content,
      member_id: head?.id ?? 0,
      member_name: head?.name ?? '',
      created_at: instant(addDays(now, -40 + index * 18) + 9.5 * 3600),
    }))
  })
