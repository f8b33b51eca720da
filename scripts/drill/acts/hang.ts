import { setTimeout as sleep } from 'node:timers/promises'
import { expectAlerts } from '../alerts.ts'
import { startLoad } from '../load.ts'
import { startInstance } from '../release.ts'
import type { Stage } from '../stage.ts'
import type { Installation } from './install.ts'
import { perSecond, printReport } from './rolling.ts'

/** One instance hangs behind nginx until the command of showroom-watch@.service finds it, which kills it and systemd starts it again. */
export async function hang(stage: Stage, installation: Installation): Promise<Installation> {
  const { release, proxy, members, environment, instances } = installation
  stage.say(`An instance hangs, at ${perSecond} requests a second`)
  const [first] = instances
  if (!first) return installation
  const load = await startLoad(stage, { proxy, members, perSecond })
  await sleep(3_000)
  const watch = { ...environment, PORT: String(first.port) }
  await stage.run(release.command('ready', '--alive'), watch)
  first.signal('SIGSTOP')
  const began = performance.now()
  await stage.failing(release.command('ready', '--alive'), watch)
  stage.measure('found hung after', (performance.now() - began) / 1000, 's', { most: 30 })
  await expectAlerts(stage, installation, ['ShowroomInstanceDown'])
  await first.stop('SIGKILL')
  instances[0] = await startInstance(stage, release, first.port, environment)
  await sleep(3_000)
  const meanwhile = await load.report()
  stage.measure('requests while it hung', meanwhile.sent, '')
  stage.measure('of them failed', meanwhile.failed, '', { most: meanwhile.sent / 10 })
  await sleep(3_000)
  printReport(stage, 'after it was started again', await load.stop())
  return installation
}
