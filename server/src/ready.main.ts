import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { readConfig } from './platform/config/config.ts'
import { asCalled, offerHelp } from './platform/config/help.ts'

/** `showroom ready`: whether the server of this HOST and PORT answers, for supervisors. */

offerHelp(`Usage: showroom ready [--seconds N]
       showroom ready --alive [--seconds N]
Waits until the server on PORT is ready (/readyz), up to N seconds (1800). Exit code 1 if it is not, and at once if the process
MAINPID, which systemd names, is gone.
  --alive  asks three times whether the process lives (/healthz), each time for N seconds (5). Exit code 3 without an answer`)

const betweenMs = 250
const aliveTries = 3
const hungCode = 3

const answers = (url: string, seconds = 5): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(seconds * 1000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Whether one of three requests is answered. */
async function isAlive(url: string, seconds: number | undefined): Promise<boolean> {
  for (let tries = 0; tries < aliveTries; tries++) {
    if (await answers(url, seconds)) return true
    await sleep(betweenMs)
  }
  return false
}

async function waitUntilReady(url: string, seconds = 1800): Promise<boolean> {
  const until = Date.now() + seconds * 1000
  let ready = await answers(url)
  while (!ready && Date.now() < until && !isGone()) {
    await sleep(betweenMs)
    ready = await answers(url)
  }
  return ready
}

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
  const { values } = parseArgs({ options: { seconds: { type: 'string' }, alive: { type: 'boolean' } } })
  const { HOST, PORT } = readConfig(process.env)
  const host = HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '[::1]' : HOST
  const seconds = values.seconds === undefined ? undefined : Number(values.seconds)
  const url = `http://${host}:${PORT}`
  if (values.alive) process.exitCode = (await isAlive(`${url}/healthz`, seconds)) ? 0 : hungCode
  else process.exitCode = (await waitUntilReady(`${url}/readyz`, seconds)) ? 0 : 1
} catch (error) {
  process.stderr.write(`${asCalled((error as Error).message)}\n`)
  process.exitCode = 1
}
