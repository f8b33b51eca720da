import { listTables } from '../../src/platform/tables/describe.ts'
import { allTables } from '../../src/rooms.ts'
import { isOfTests, shorten } from './statement.ts'
import type { Guard } from './statement.ts'

/** Files whose statements are not limited to one dealer, with the reason. */
export const exceptions: Readonly<
  Record<string, { readonly tables: readonly string[]; readonly why: string }>
> = {
  'src/access/session/session.repository.ts': {
    tables: ['session'],
    why: 'a session is found by its token, and ended in all stores of an account',
  },
  'src/access/account/account.repository.ts': {
    tables: ['member'],
    why: 'who signs in chooses one of the stores that the account belongs to',
  },
  'src/access/authenticator/authenticator.repository.ts': {
    tables: ['member'],
    why: 'the doctor counts the members of all stores who cannot sign in yet',
  },
  'src/access/session/tidy.repository.ts': {
    tables: ['session'],
    why: 'removes those of all stores that have run out',
  },
  'src/customer/list/list.repository.ts': {
    tables: ['group_mobile'],
    why: 'asks which other stores of the group have the number on file',
  },
  'src/customer/profile/profile.repository.ts': { tables: ['group_mobile'], why: 'the same of one customer' },
  'src/lead/handover/handover.repository.ts': {
    tables: ['group_mobile'],
    why: 'finds the stores of the group whose customer sent the lead',
  },
  'src/lead/intake/intake.repository.ts': {
    tables: ['lead_delivery'],
    why: 'a source sends again what it sent, whichever the stores',
  },
  'src/lead/intake/receive.repository.ts': {
    tables: ['lead'],
    why: 'counts the leads that wait for a member in all stores, for a gauge',
  },
  'src/platform/open/inbox.repository.ts': {
    tables: ['order_delivery', 'record_delivery'],
    why: 'the sender asks for what was refused, whichever the stores',
  },
  'src/platform/queues/queue.repository.ts': {
    tables: ['store_work'],
    why: 'each process asks which stores have work',
  },
  'src/platform/queues/upkeep.repository.ts': {
    tables: [
      'webhook_endpoint',
      ...listTables(allTables).flatMap(({ table, retention, queue }) => (retention || queue ? [table] : [])),
    ],
    why: 'old rows of all stores are removed, and what waits is counted',
  },
  'src/platform/texts/outbox.repository.ts': {
    tables: ['sms_outbox'],
    why: 'who asked for a code finds it by a ticket',
  },
  'src/platform/jobs/housekeeping.repository.ts': {
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
