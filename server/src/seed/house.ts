import { addDays } from '@showroom/contract/kernel/day'
import type pg from 'pg'
import { copyObjects } from './copy.ts'
import { demoDealers } from './network.ts'
import type { DemoNetwork } from './network.ts'
import { instant } from './workday.ts'

/** What the demo's stores keep beside customers and leads. */
export async function writeHouses(client: pg.Client, network: DemoNetwork, now: number): Promise<void> {
  await copyObjects(client, 'dealer_topic', topics(network, now))
}

const earlierTopics = [
  '本月展厅7S检查定于周三下午，请各岗位提前自查。',
  '季度盘库期间，展车调动请先在群内报备。',
]

/** Announcements of the last weeks by the general manager; the latest is the one on the overview. */
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
