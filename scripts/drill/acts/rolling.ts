import { setTimeout as sleep } from 'node:timers/promises'
import { findLosses } from '../../../bench/crash/audit.ts'
import { startLoad } from '../load.ts'
import type { Load, Report, Stopped } from '../load.ts'
import { startInstance } from '../release.ts'
import type { Release } from '../release.ts'
import type { Stage } from '../stage.ts'
import type { Installation } from './install.ts'

/** Both instances restarted one after the other, five times, under 50 mixed requests a second. */

export const perSecond = 50
const rounds = 5
/** Seconds that the proxy leaves out an instance after a refused connection, and one more. */
const proxyForgetsMs = 3_000

export function printReport(
  stage: Stage,
  name: string,
  { sent, repeated, failed, failures, median, p99, longest }: Report,
): void {
  stage.measure(`${name}: requests`, sent, '')
  stage.measure(`${name}: sent twice`, repeated, '')
  stage.measure(`${name}: failed after one repeat`, failed, '', { most: 0 })
  for (const failure of failures) stage.say(`    ${failure}`)
  stage.say(
    `    ${median.toFixed()} ms in the middle, 99 % within ${p99.toFixed()}, the slowest ${longest.toFixed()}`,
  )
}

/** Compares the rows of acknowledged work with what clients were promised. */
export async function printLosses(
  stage: Stage,
  databaseUrl: string,
  { acknowledged }: Stopped,
): Promise<void> {
  const losses = await findLosses(databaseUrl, acknowledged)
  const follows = acknowledged.reduce((sum, { remarks }) => sum + remarks.length, 0)
  stage.measure('acknowledged customers', acknowledged.length, '', { least: 1 })
  stage.measure('acknowledged follow-ups', follows, '', { least: 1 })
  stage.measure('of them lost, partial or twice', losses.length, '', { most: 0 })
  for (const loss of losses.slice(0, 20)) stage.say(`    ${loss}`)
}

/**
 * Replaces the instances by ones of the release, one after the other, each time until the proxy sends to it again. With
 * `load` each step reports what clients met.
 */
export async function replaceInstances(
  stage: Stage,
  release: Release,
  { instances, environment }: Installation,
  load?: Load,
): Promise<void> {
  for (const [at, instance] of instances.entries()) {
    const stopSeconds = await instance.stop()
    const next = await startInstance(stage, release, instance.port, environment)
    instances[at] = next
    stage.say(
      `    instance on ${next.port}: ended in ${stopSeconds.toFixed(1)} s, ready in ${next.startSeconds.toFixed(1)} s`,
    )
    await sleep(proxyForgetsMs)
    if (load) printReport(stage, `instance ${at + 1} replaced`, await load.report())
  }
}

export async function rolling(stage: Stage, installation: Installation): Promise<Installation> {
  const { release, proxy, environment, members } = installation
  stage.say(`Rolling restart of both instances, ${rounds} times, at ${perSecond} requests a second`)
  const load = await startLoad(stage, { proxy, members, perSecond })
  await sleep(5_000)
  printReport(stage, 'before', await load.report())
  for (let round = 1; round <= rounds; round++) {
    await replaceInstances(stage, release, installation)
    printReport(stage, `round ${round}`, await load.report())
  }
  await sleep(2_000)
  const stopped = await load.stop()
  printReport(stage, 'after', stopped)
  await printLosses(stage, environment['DATABASE_URL'] ?? '', stopped)
  return installation
}
