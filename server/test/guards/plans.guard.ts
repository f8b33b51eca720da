import type { Explainer } from '../database/explain.ts'
import { listTables } from '../../src/platform/tables/describe.ts'
import { allTables } from '../../src/rooms.ts'
import { roomOf } from './tables.ts'
import type { Sent } from './sent.ts'
import { isOfTests, shorten } from './statement.ts'
import type { SeenStatement } from './statement.ts'

/** Files that may read a table completely, with the reason. */
export const exceptions: Readonly<
  Record<string, { readonly tables: readonly string[]; readonly why: string }>
> = {
  'src/access/session/tidy.repository.ts': {
    tables: ['session'],
    why: 'removes those of all stores that have run out',
  },
  'src/platform/queues/upkeep.repository.ts': {
    tables: ['notice_push', 'sms_outbox'],
    why: 'removes old ones of all stores, and counts the texts that wait, few of all',
  },
  'src/webhook/endpoint.repository.ts': {
    tables: ['webhook_endpoint'],
    why: 'an operator changes the server secret, which seals all of them; once in years',
  },
  'src/platform/texts/outbox.repository.ts': {
    tables: ['sms_outbox'],
    why: 'the same of waiting texts',
  },
  'src/customer/list/list.repository.ts': {
    tables: ['group_mobile'],
    why: 'who is on file at another store: in a group of three stores reading its numbers once is cheaper than asking for thousands',
  },
}

/** Tables of which a store has few rows at any age (`few`): they are planned as they are, and may be walked. The others are planned as large ones. */
export const small: readonly string[] = listTables(allTables).flatMap(({ table, few }) =>
  few ? [table] : [],
)

/** Files that may walk all rows of a store in an index, with the reason. */
export const walkers: typeof exceptions = {
  'src/platform/personal/personal.repository.ts': {
    tables: Object.keys(roomOf),
    why: 'a person is looked for in all of a store, in batches of 2,000 rows by the primary key, by a job',
  },
  'src/customer/list/list.repository.ts': {
    tables: ['deal', 'customer'],
    why: 'whatever filters are set, the total counts a store by its index; how much is read is held by the plan tests',
  },
  'src/lead/list/list.repository.ts': {
    tables: ['lead', 'deal', 'customer'],
    why: 'the total of leads, for filters without an index of their own',
  },
  'src/setting/blocklist.repository.ts': {
    tables: ['store_blocklist'],
    why: 'the total of the list',
  },
  'src/desk/list.repository.ts': {
    tables: ['visit', 'deal', 'customer'],
    why: 'the same of the front desk, where no days are named, or by what its customers are',
  },
  'src/order/list/list.repository.ts': {
    tables: ['vehicle_order', 'vehicle_order_line', 'vehicle_order_buyer'],
    why: 'the same of orders, where no days are named; one or two digits are in most numbers of a store',
  },
  'src/setting/store.repository.ts': {
    tables: ['customer', 'deal', 'vehicle_order'],
    why: 'the totals and double mobiles of a store, before an administrator closes or merges it',
  },
  'src/contact/contact.repository.ts': {
    tables: ['contact'],
    why: 'the contacts of a member are compared with those at WeCom once a day, and those with a label when it changes, by a queue',
  },
  'src/order/owner.repository.ts': {
    tables: ['vehicle_order'],
    why: 'whose orders come back is looked for over the store, once, when a leave is taken back',
  },
  'src/order/deliver/alert.repository.ts': {
    tables: ['vehicle_order'],
    why: 'looks at the orders under way of each store, every ten minutes',
  },
  'src/platform/live/counts.repository.ts': {
    tables: ['deal', 'customer', 'visit', 'vehicle_order', 'vehicle_order_line'],
    why: 'counts what these lists count for a saved view, a thousand at most, and keeps it until something changes',
  },
  'src/dashboard/dashboard.repository.ts': {
    tables: ['activity'],
    why: 'what is open in a store, in all and by member, is counted over it; kept until something changes',
  },
  'src/task/task.repository.ts': {
    tables: ['deal', 'activity', 'customer'],
    why: 'the same of tasks, whose numbers are kept besides',
  },
  'src/team/leave.repository.ts': {
    tables: ['deal', 'activity', 'vehicle_order'],
    why: 'how much each possible successor has to do is counted over the store, once, when somebody leaves',
  },
  'src/review/list.repository.ts': {
    tables: ['customer'],
    why: 'a keyword of few digits is in most numbers of a store',
  },
}

/** Collects the product's own statements that search for rows. */
export function createSentGuard() {
  const sent = new Map<string, Sent>()
  return {
    see({ text, values, uses, file }: Pick<SeenStatement, 'text' | 'values' | 'uses' | 'file'>): void {
      if (sent.has(text) || uses.every(({ verb }) => verb === 'insert')) return
      const from = file()
      if (from !== undefined && (isOfTests(from) || from.startsWith('src/seed/'))) return
      sent.set(text, { text, values, file: from })
    },
    problems: (): readonly string[] => [],
    sent: (): readonly Sent[] => [...sent.values()],
  }
}

/**
 * Statements that read a table completely, or all of a store's rows through the `dealer_id` of a large index, one
 * text each.
 */
export async function findUnindexed(explainer: Explainer, sent: readonly Sent[]): Promise<string[]> {
  const problems: string[] = []
  for (const { text, file = 'an unknown file' } of sent) {
    try {
      const plan = await explainer.explain(text)
      const walked = explainer.walksStore(plan).filter((table) => !walkers[file]?.tables.includes(table))
      if (walked.length > 0) problems.push(`${file} walks a store's ${walked.join()}: ${shorten(text)}`)
      const read = await explainer.readWhole(text, [plan])
      const wrong = read.filter((table) => !exceptions[file]?.tables.includes(table))
      if (wrong.length > 0) problems.push(`${file} reads ${wrong.join()} from end to end: ${shorten(text)}`)
    } catch (error) {
      problems.push(`${file} sends what has no plan (${String(error)}): ${shorten(text)}`)
    }
  }
  return problems
}
