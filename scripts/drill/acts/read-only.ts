import { expectAlerts } from '../alerts.ts'
import { printHealth, printRecovery, printRefusals } from '../refusals.ts'
import type { Stage } from '../stage.ts'
import type { Installation } from './install.ts'

/** The database becomes read-only, as managed services make it before their disk is full, and takes writes again. */
export async function readOnly(stage: Stage, installation: Installation): Promise<Installation> {
  stage.say('Read-only database')
  const { postgres, environment } = installation
  const name = new URL(environment['DATABASE_URL'] ?? '').pathname.slice(1)
  // Sessions keep their setting, so they end.
  await postgres.administer(`alter database ${name} set default_transaction_read_only = on`)
  await postgres.endSessions(name)
  await printRefusals(stage, installation, 'read-only')
  await expectAlerts(stage, installation, ['ShowroomDatabaseReadOnly'])
  await postgres.administer(`alter database ${name} reset default_transaction_read_only`)
  await postgres.endSessions(name)
  await printRecovery(stage, installation)
  await printHealth(stage, installation)
  return installation
}
