import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readConfig } from './platform/config/config.ts'
import { asCalled, offerHelp } from './platform/config/help.ts'

/** `showroom ready`: waits until the server of this HOST and PORT answers `/readyz`, for supervisors. */

offerHelp(`Usage: showroom ready [--seconds N]
Waits until the server on PORT is ready, up to N seconds (1800). Exit code 1 if it is not, and at once if the process MAINPID,
which systemd names, is gone.`)

const betweenMs = 250

const isReady = (url: string): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** systemd restarts a server that ended only when this command has ended too. */
function isGone(): boolean {
  const main = Number(process.env['MAINPID'])
  if (!main) return false
  try {
    process.kill(main, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

try {
  const { values } = parseArgs({ options: { seconds: { type: 'string', default: '1800' } } })
  const { HOST, PORT } = readConfig(process.env)
  const host = HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '[::1]' : HOST
  const until = Date.now() + Number(values.seconds) * 1000
  let ready = await isReady(`http://${host}:${PORT}/readyz`)
  while (!ready && Date.now() < until && !isGone()) {
    await sleep(betweenMs)
    ready = await isReady(`http://${host}:${PORT}/readyz`)
  }
  process.exitCode = ready ? 0 : 1
} catch (error) {
  process.stderr.write(`${asCalled((error as Error).message)}\n`)
  process.exitCode = 1
}
