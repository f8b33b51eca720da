import { isOfTests, shorten } from './statement.ts'
import type { Guard } from './statement.ts'

/** Files whose statements are not limited to one dealer, with the reason. */
export const exceptions: Readonly<
  Record<string, { readonly tables: readonly string[]; readonly why: string }>
> = {
  'src/access/session.repository.ts': {
    tables: ['session'],
    why: 'a session is found by its token, and ended in all stores of an account',
  },
  'src/access/account.repository.ts': {
    tables: ['member'],
    why: 'who signs in chooses one of the stores that the account belongs to',
  },
  'src/access/tidy.repository.ts': {
    tables: ['session'],
    why: 'removes those of all stores that have run out',
  },
  'src/attendance/attendance.repository.ts': {
    tables: ['attendance_day'],
    why: 'lists the stores whose day begins and is not settled yet',
  },
  'src/customer/list/list.repository.ts': {
    tables: ['group_mobile'],
    why: 'asks which other stores of the group have the number on file',
  },
  'src/customer/profile/profile.repository.ts': { tables: ['group_mobile'], why: 'the same of one customer' },
  'src/lead/handover/city.repository.ts': {
    tables: ['lead', 'lead_delivery'],
    why: 'finds the store of a city that has waited longest for a lead of the city pool',
  },
  'src/lead/handover/handover.repository.ts': {
    tables: ['group_mobile'],
    why: 'finds the stores of the group whose customer sent the lead',
  },
  'src/customer/lock.repository.ts': {
    tables: ['deal'],
    why: 'lists the stores with customers that are due to wake',
  },
  'src/lead/handle/overdue.repository.ts': { tables: ['lead'], why: 'lists the stores with overdue leads' },
  'src/lead/intake/intake.repository.ts': {
    tables: ['lead_delivery'],
    why: 'a source sends again what it sent, whichever the stores',
  },
  'src/lead/intake/receive.repository.ts': {
    tables: ['lead'],
    why: 'lists the stores with leads that wait for a member, and counts these',
  },
  'src/desk/past.repository.ts': {
    tables: ['visit_past'],
    why: 'lists the stores whose arrivals of before are not all visits yet',
  },
  'src/desk/waiting.repository.ts': { tables: ['visit'], why: 'warns of, and closes, those of all stores' },
  'src/platform/open/inbox.repository.ts': {
    tables: ['order_delivery', 'record_delivery'],
    why: 'the sender asks for what was refused, whichever the stores',
  },
  'src/draft/tidy.repository.ts': {
    tables: ['draft', 'member'],
    why: 'removes old ones of all stores, and those of who left long ago',
  },
  'src/team/tidy.repository.ts': {
    tables: ['member_leave', 'member_leave_move'],
    why: 'removes those of all stores that can no longer be taken back',
  },
  'src/report/morning/morning.repository.ts': {
    tables: ['morning_report'],
    why: 'the job asks whose time it is in all stores',
  },
  'src/report/wall/rank.repository.ts': {
    tables: [
      'lead',
      'deal',
      'activity',
      'visit',
      'vehicle_order',
      'vehicle_order_line',
      'defeat_request',
      'dealer_rank',
    ],
    why: 'counts what the stores of a city did, for the place of each: the one statement that reads other stores’ rows',
  },
  'src/platform/queues/queue.repository.ts': {
    tables: [
      'store_work',
      'lead_delivery',
      'customer_import',
      'customer_bulk',
      'person_request',
      'notice_push',
      'webhook_message',
      'webhook_endpoint',
      'sms_outbox',
    ],
    why: 'each process asks which stores have work; a job looks for work that nobody announced',
  },
  'src/platform/queues/outbox.ts': {
    tables: ['webhook_endpoint'],
    why: 'messages wait until their endpoint is switched on, whichever the store',
  },
  'src/platform/queues/upkeep.repository.ts': {
    tables: [
      'customer_bulk',
      'lead_delivery',
      'notice',
      'notice_push',
      'order_delivery',
      'record_delivery',
      'sms_outbox',
      'webhook_attempt',
      'webhook_endpoint',
      'webhook_message',
    ],
    why: 'old rows of all stores are removed, and what waits is counted',
  },
  'src/platform/texts/outbox.repository.ts': {
    tables: ['sms_outbox'],
    why: 'who asked for a code finds it by a ticket',
  },
  'src/platform/housekeeping.repository.ts': {
    tables: ['idempotency_key', 'undo'],
    why: 'removes those of all stores that have run out',
  },
  'src/webhook/endpoint.repository.ts': {
    tables: ['webhook_endpoint', 'webhook_message'],
    why: 'a group’s administrator keeps what its stores are told by; each process asks what all stores want',
  },
  'src/webhook/message.repository.ts': {
    tables: ['webhook_endpoint'],
    why: 'what happens in a store is told to its group too',
  },
  'src/transfer/import.repository.ts': {
    tables: ['customer_import'],
    why: 'old ones of all stores are removed',
  },
}

/** Every statement on tenant tables must compare each of them with the dealer's value, not with another table's column. */
export function createTenantGuard(tenantTables: ReadonlySet<string>, allowed = exceptions): Guard {
  const problems = new Set<string>()
  return {
    see({ text, uses, file }) {
      for (const { table, namesDealer } of uses) {
        if (namesDealer || !tenantTables.has(table)) continue
        const from = file()
        if (from !== undefined && (isOfTests(from) || from.startsWith('src/seed/'))) continue
        if (allowed[from ?? '']?.tables.includes(table)) continue
        problems.add(`${from ?? 'an unknown file'} names no dealer_id of ${table}: ${shorten(text)}`)
      }
    },
    problems: () => [...problems],
  }
}
