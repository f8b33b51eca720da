import type { Executor } from '../../platform/db/client.ts'
import { browserDays } from '../../platform/http/browser.ts'
import { announceEnded } from './session.repository.ts'

/** Deletes expired sessions, browser marks, captchas, states and codes of all stores. */
export async function deleteExpired(db: Executor, now: Date, sessionDays: number): Promise<void> {
  const ago = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000)
  const sessions = () => db.deleteFrom('session').returning('token_hash')
  await announceEnded(db, await sessions().where('last_seen_at', '<', ago(12)).execute())
  await announceEnded(
    db,
    await sessions()
      .where('created_at', '<', ago(sessionDays * 24))
      .execute(),
  )
  await db
    .deleteFrom('known_browser')
    .where('last_used_at', '<', ago(browserDays * 24))
    .execute()
  await db.deleteFrom('captcha').where('created_at', '<', ago(1)).execute()
  await db.deleteFrom('door_state').where('created_at', '<', ago(1)).execute()
  await db.deleteFrom('sms_code').where('sent_at', '<', ago(1)).execute()
}
