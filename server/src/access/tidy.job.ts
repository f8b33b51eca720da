import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/client.ts'
import { browserDays } from '../platform/http/browser.ts'
import type { Job } from '../platform/jobs.ts'

/** Deletes expired sessions, browser marks, captchas, states and codes. */
export const tidySignIns = (db: Database, clock: Clock): Job => ({
  name: 'tidy-sign-ins',
  for: 'stores',
  cron: '19 * * * *',
  async run() {
    const ago = (hours: number): Date => new Date(clock().getTime() - hours * 3_600_000)
    await db.deleteFrom('session').where('last_seen_at', '<', ago(12)).execute()
    await db
      .deleteFrom('session')
      .where('created_at', '<', ago(7 * 24))
      .execute()
    await db
      .deleteFrom('known_browser')
      .where('last_used_at', '<', ago(browserDays * 24))
      .execute()
    await db.deleteFrom('captcha').where('created_at', '<', ago(1)).execute()
    await db.deleteFrom('door_state').where('created_at', '<', ago(1)).execute()
    await db.deleteFrom('sms_code').where('sent_at', '<', ago(1)).execute()
  },
})
