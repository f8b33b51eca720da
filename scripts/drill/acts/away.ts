import { rooms } from '@showroom/contract'
import { expectAlerts } from '../alerts.ts'
import { Client } from '../client.ts'
import { startPostgres } from '../postgres.ts'
import { printHealth, printRecovery } from '../refusals.ts'
import type { Stage } from '../stage.ts'
import type { Installation } from './install.ts'

/** The database ends, and starts again. */
export async function away(stage: Stage, installation: Installation): Promise<Installation> {
  stage.say('No database')
  const { proxy, members } = installation
  await installation.postgres.stop()
  const client = new Client(proxy.url, proxy.certificate)
  const sent = await Promise.all(members.map(({ token }) => client.send(rooms.customer.list, token, {})))
  client.close()
  const last = sent.flatMap(({ attempts }) => attempts.at(-1) ?? [])
  const wrong = last.filter(({ status }) => status !== 503)
  stage.measure('queries refused with 503', last.length - wrong.length, '')
  stage.measure('queries with another answer', wrong.length, '', { most: 0 })
  await expectAlerts(stage, installation, ['ShowroomDatabaseAway', 'ShowroomListenDown'])
  const again = { ...installation, postgres: await startPostgres(stage, { isNew: false }) }
  await printRecovery(stage, again)
  await printHealth(stage, again)
  return again
}
