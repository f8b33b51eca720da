import { takeBackHours } from '@showroom/contract/team/leave.schema'
import { sql } from 'kysely'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/client.ts'
import type { Job } from '../platform/jobs.ts'

/** Deletes the moves of leaves that can no longer be taken back. The record of the leave stays. */
export const tidyLeaves = (db: Database, clock: Clock): Job => ({
  name: 'tidy-leaves',
  for: 'stores',
  cron: '27 * * * *',
  async run() {
    const before = new Date(clock().getTime() - takeBackHours * 3_600_000)
    await sql`
      delete from member_leave_move m using member_leave l
      where l.created_at < ${before} and m.dealer_id = l.dealer_id and m.leave_id = l.id`.execute(db)
  },
})
