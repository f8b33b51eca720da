import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { wrongCopies } from '../../../server/test/rows/copies.ts'
import { bringFormer } from '../former.ts'
import { startLoad } from '../load.ts'
import type { Stage } from '../stage.ts'
import type { Installation } from './install.ts'
import { perSecond, printLosses, printReport } from './rolling.ts'

/** Counts what the database holds of the release before: triggers that do more than refuse, and rows that a release left incomplete. */
async function countLeft(databaseUrl: string): Promise<{ triggers: number; rows: string[] }> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const triggers = await client.query(
      `select from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
       where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and p.proname !~ '^refuse_'`,
    )
    const rows: string[] = []
    for (const [what, from] of Object.entries(wrongCopies)) {
      const { rowCount } = await client.query(`select from ${from}`)
      if (rowCount) rows.push(`${rowCount} ${what}`)
    }
    return { triggers: triggers.rowCount ?? 0, rows }
  } finally {
    await client.end()
  }
}

/** The operator keeps the release: what only the one before used goes, under load, and that one starts no more. */
export async function remove(stage: Stage, installation: Installation): Promise<void> {
  const { release, proxy, environment, members } = installation
  const former = bringFormer()
  const databaseUrl = environment['DATABASE_URL'] ?? ''
  stage.say(`Removal of what ${former.version} used, at ${perSecond} requests a second`)
  stage.measure('triggers before', (await countLeft(databaseUrl)).triggers, '', { least: 1 })
  const load = await startLoad(stage, { proxy, members, perSecond })
  await sleep(5_000)
  const { seconds } = await stage.run(release.command('migrate', '--remove'), environment)
  stage.measure('migrate --remove', seconds, 's')
  printReport(stage, 'during it', await load.report())
  await sleep(5_000)
  const stopped = await load.stop()
  printReport(stage, 'after', stopped)
  await printLosses(stage, databaseUrl, stopped)
  const { triggers, rows } = await countLeft(databaseUrl)
  stage.measure('triggers after', triggers, '', { most: 0 })
  stage.measure('kinds of rows with wrong copies', rows.length, '', { most: 0 })
  for (const line of rows) stage.say(`    ${line}`)
  const refusal = await stage.failing(former.command('start'), {
    ...environment,
    PORT: String(stage.port('refused')),
  })
  if (!refusal.includes(`needs release ${release.version} or later`))
    throw new Error(`${former.version} gave another reason:\n${refusal}`)
}
