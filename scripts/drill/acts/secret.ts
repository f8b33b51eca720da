import { askOpen } from '../../open-request.ts'
import { restartWith } from '../moving.ts'
import { printRecovery } from '../refusals.ts'
import { linesWith } from '../stage.ts'
import type { Stage } from '../stage.ts'
import type { Installation } from './install.ts'

/** FILE_SECRET changes: by mistake, then with the former one at hand, then without it. */

const senderName = '电话系统'

type Environment = Readonly<Record<string, string>>

/** Statuses of a request that a sender signed, at each instance. */
const ask = ({ instances }: Installation, signed: { key: string; secret: string }): Promise<number[]> =>
  Promise.all(
    instances.map(async ({ port }) => {
      const sender = { ...signed, url: `http://127.0.0.1:${port}` }
      return (await askOpen(sender, 'GET', '/open/v1/records/refused')).httpStatus
    }),
  )

export async function secret(stage: Stage, installation: Installation): Promise<Installation> {
  stage.say('FILE_SECRET changed')
  const { release, environment } = installation
  const add = release.command('lead-source', 'add', '--name', senderName, '--records')
  const [, key = '', ofSender = ''] =
    /^Key +(\S+)\nSecret +(\S+)$/m.exec((await stage.run(add, environment)).stdout) ?? []
  const signed = { key, secret: ofSender }
  const wrong = async (name: string, running: Installation, expected: number): Promise<void> => {
    const statuses = await ask(running, signed)
    stage.measure(name, statuses.filter((status) => status !== expected).length, '', { most: 0 })
  }
  const withSecret = (value: string): Environment => ({ ...environment, FILE_SECRET: value })
  const next = withSecret('the second secret of the drill, after a change')
  const began = performance.now()
  const refusal = await stage.failing(release.command('start'), next)
  stage.measure('a start with another secret stops after', (performance.now() - began) / 1000, 's')
  stage.measure('lines of it with what to do', linesWith(refusal, 'showroom doctor --accept-secret'), '', {
    least: 1,
  })
  const report = await stage.failing(release.command('doctor'), next)
  stage.measure('faults of the secret that the doctor finds', linesWith(report, 'fault   secret'), '', {
    least: 1,
  })

  const accept = release.command('doctor', '--accept-secret')
  const former = { ...next, FORMER_FILE_SECRET: environment['FILE_SECRET'] ?? '' }
  const output = await stage.run(accept, former)
  stage.measure('accepted with the former one', output.seconds, 's')
  stage.measure('senders that need a new key', linesWith(output.stdout, 'sender '), '', { most: 0 })
  const second = await restartWith(stage, installation, next)
  await wrong('instances that refuse the sender', second, 200)
  await printRecovery(stage, second)

  const last = withSecret('the third secret of the drill, without the former one')
  const lost = await stage.run(accept, last)
  stage.measure('accepted without it', lost.seconds, 's')
  stage.measure('senders that need a new key, by name', linesWith(lost.stdout, senderName), '', {
    least: 1,
    most: 1,
  })
  const third = await restartWith(stage, second, last)
  await wrong('instances that accept the old key', third, 401)
  await printRecovery(stage, third)
  return third
}
