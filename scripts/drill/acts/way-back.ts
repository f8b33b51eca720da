import { setTimeout as sleep } from 'node:timers/promises'
import { bringFormer } from '../former.ts'
import { startLoad } from '../load.ts'
import type { Stage } from '../stage.ts'
import type { Installation } from './install.ts'
import { perSecond, printLosses, printReport, replaceInstances } from './rolling.ts'

/**
 * This release is left for the one before on the newer schema, and comes back, under load. Each reads what the other wrote. Meanwhile
 * nothing is removed that the one before uses.
 */
export async function wayBack(stage: Stage, installation: Installation): Promise<void> {
  const { release, proxy, environment, members } = installation
  const former = bringFormer()
  stage.say(`Way back to ${former.version} and return, at ${perSecond} requests a second`)
  const load = await startLoad(stage, { proxy, members, perSecond })
  await sleep(5_000)
  printReport(stage, 'before', await load.report())
  await replaceInstances(stage, former, installation, load)
  await sleep(5_000)
  printReport(stage, 'only the release before', await load.report())
  const refusal = await stage.failing(release.command('migrate', '--remove'), environment)
  if (!refusal.includes('Stop them first')) throw new Error(`the removal gave another reason:\n${refusal}`)
  await replaceInstances(stage, release, installation, load)
  await sleep(5_000)
  const stopped = await load.stop()
  printReport(stage, 'after', stopped)
  await printLosses(stage, environment['DATABASE_URL'] ?? '', stopped)
}
