import { setTimeout as sleep } from 'node:timers/promises'
import { bringFormer } from '../former.ts'
import { startLoad } from '../load.ts'
import { restartWith } from '../moving.ts'
import { signInMembers } from '../network.ts'
import type { Stage } from '../stage.ts'
import { environmentOf, importNetwork } from './install.ts'
import type { Former, Installation } from './install.ts'
import { remove } from './remove.ts'
import { perSecond, printLosses, printReport, replaceInstances } from './rolling.ts'
import { wayBack } from './way-back.ts'

/**
 * From the release before to this one under load: migrations beside its instances, each instance replaced, the way back and return, and
 * the removal of what only the release before used.
 */

const customers = 100_000

/** Fills the database of the release before, which takes a processor for minutes: the acts before the upgrade run beside it. */
export async function fillFormer(stage: Stage, { postgres }: Installation): Promise<Former> {
  const former = bringFormer()
  const url = await postgres.createDatabase('former')
  const environment = environmentOf(stage, url, 'former')
  const trial = { ...environment, NODE_ENV: 'development', DEMO: '0' }
  const size = ['--dealers', '5', '--customers', String(customers)]
  const { seconds } = await stage.run(former.command('seed', ...size), trial)
  stage.measure(`${customers} customers in a database of ${former.version}`, seconds, 's')
  await importNetwork(stage, former, environment)
  return { release: former, environment }
}

/** Two instances of the release before, on a database that it filled, behind the same proxy. */
async function stageFormer(
  stage: Stage,
  installation: Installation,
  { release, environment }: Former,
): Promise<Installation> {
  const started = await restartWith(stage, { ...installation, release }, environment)
  return { ...started, members: await signInMembers(stage, release, environment, installation.proxy) }
}

/** Each attempt that fails is a fault: an upgrade should need one. */
async function migrate(
  stage: Stage,
  { release }: Installation,
  { environment }: Installation,
): Promise<void> {
  const began = performance.now()
  let failed = 0
  for (;;) {
    const error = await stage.run(release.command('migrate'), environment).then(
      () => undefined,
      (reason: unknown) => reason as Error,
    )
    if (!error) break
    failed += 1
    stage.say(`    ${error.message}`)
    if (failed === 5) throw error
  }
  stage.measure('migrate beside the release before', (performance.now() - began) / 1000, 's')
  stage.measure('attempts of it that failed', failed, '', { most: 0 })
}

export async function upgrade(
  stage: Stage,
  installation: Installation,
  filled: Former,
): Promise<Installation> {
  stage.say(`Upgrade from the release before, at ${perSecond} requests a second`)
  const former = await stageFormer(stage, installation, filled)
  const load = await startLoad(stage, { proxy: former.proxy, members: former.members, perSecond })
  await sleep(5_000)
  printReport(stage, 'before', await load.report())
  await migrate(stage, installation, former)
  printReport(stage, 'during migrate', await load.report())
  await sleep(10_000)
  printReport(stage, 'release before on the new tables', await load.report())
  await replaceInstances(stage, installation.release, former, load)
  await sleep(5_000)
  const stopped = await load.stop()
  printReport(stage, 'after', stopped)
  await printLosses(stage, former.environment['DATABASE_URL'] ?? '', stopped)
  const upgraded = { ...former, release: installation.release }
  await wayBack(stage, upgraded)
  await remove(stage, upgraded)
  return upgraded
}
