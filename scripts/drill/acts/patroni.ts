import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Cluster } from '../cluster.ts'
import { startLoad } from '../load.ts'
import type { Load, Report } from '../load.ts'
import { moveTo, restartWith } from '../moving.ts'
import { linesWith } from '../stage.ts'
import type { Stage } from '../stage.ts'
import { checkProxy, environmentOf, examine, expectedWarnings } from './install.ts'
import type { Installation } from './install.ts'
import { perSecond, printLosses, printReport, replaceInstances } from './rolling.ts'

/**
 * Three database nodes behind HAProxy, which also serves the instances, under load: the lead handed over, the leader killed, both
 * instances replaced.
 */

const switchoverSeconds = 2
/** Beyond `ttl`, for the new leader's start and the checks of HAProxy. */
const besidesTtlSeconds = 2

/** Reports what was refused meanwhile: clients repeat once, so more of them may fail. */
function printRefused(
  stage: Stage,
  name: string,
  { sent, refused, refusedSeconds, longest }: Report,
  most: number,
) {
  stage.measure(`${name}: requests`, sent, '')
  stage.measure(`${name}: attempts refused`, refused, '')
  stage.measure(`${name}: from the first to the last of them`, refusedSeconds, 's', { most })
  stage.say(`    the slowest answered in ${longest.toFixed()} ms`)
}

/** Waits until requests succeed again, and reports what came before. */
async function settle(stage: Stage, load: Load, cluster: Cluster, seconds: number): Promise<Report> {
  await sleep(seconds * 1000)
  const report = await load.report()
  stage.say(`    led by ${await cluster.leader()}`)
  return report
}

export async function patroni(stage: Stage, installation: Installation): Promise<Installation> {
  stage.say(`Patroni: three nodes behind HAProxy, at ${perSecond} requests a second`)
  const began = performance.now()
  const deploy = path.join(installation.release.folder, 'deploy')
  const { cluster, proxy } = await Cluster.start(stage, deploy, installation.proxy)
  stage.measure('three empty nodes in step', (performance.now() - began) / 1000, 's')
  const environment = environmentOf(stage, await cluster.createDatabase('showroom'), 'data-patroni')
  const moved = await moveTo(stage, installation, environment)
  const { release, members } = moved
  await checkProxy(stage, proxy)
  await examine(stage, release, environment, proxy, [...expectedWarnings, 'encryption'])
  const load = await startLoad(stage, { proxy, members, perSecond })
  await sleep(5_000)
  printReport(stage, 'before', await load.report())

  const url = await cluster.atStandby(environment['DATABASE_URL'] ?? '')
  const report = await stage.failing(release.command('doctor'), { ...environment, DATABASE_URL: url })
  stage.measure('faults that the doctor finds at a standby', linesWith(report, 'it is a standby'), '', {
    least: 1,
  })

  const former = await cluster.leader()
  await cluster.switchOver()
  printRefused(stage, 'switchover', await settle(stage, load, cluster, 10), switchoverSeconds)
  if ((await cluster.leader()) === former) throw new Error(`${former} still leads after the switchover.`)
  stage.measure('nodes in step again', await cluster.untilWhole(), 's')

  const killed = await cluster.killLeader()
  stage.say(`    ${killed} killed`)
  const killing = await settle(stage, load, cluster, cluster.ttl + 10)
  printRefused(stage, 'leader killed', killing, cluster.ttl + besidesTtlSeconds)
  cluster.startPatroni(killed)
  stage.measure('the killed node a standby again', await cluster.untilWhole(), 's')
  printReport(stage, 'in step again', await load.report())
  await replaceInstances(stage, release, moved, load)
  const stopped = await load.stop()
  printReport(stage, 'after', stopped)
  await printLosses(stage, environment['DATABASE_URL'] ?? '', stopped)
  const back = await restartWith(stage, moved, installation.environment)
  await cluster.stop()
  return { ...back, members: installation.members }
}
