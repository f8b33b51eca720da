import { parseArgs } from 'node:util'
import { examineProxy } from './operate/doctor/doctor.proxy.ts'
import {
  changeSecret,
  examine,
  examineBackups,
  examineOutside,
  examineSecret,
  examineSignIn,
} from './operate/doctor/doctor.ts'
import type { Finding } from './operate/doctor/doctor.ts'
import { systemClock } from './platform/clock.ts'
import { readConfig } from './platform/config/config.ts'
import type { Config } from './platform/config/config.ts'
import { createDatabase, createPool } from './platform/db/client.ts'
import type { Database } from './platform/db/client.ts'
import { migrate } from './platform/db/migrate.ts'
import { asCalled, offerHelp } from './platform/config/help.ts'
import { createLog } from './platform/observe/log.ts'
import { openBeside } from './operate/postgres/index.ts'
import { readServerSecret } from './platform/config/secret.ts'

/** `npm run doctor`: examines the installation that the environment describes. */

const usage = `Usage: npm run doctor
       npm run doctor -- --accept-secret
Examines configuration, disk, database, schema, secret, sign-in, backups, proxy (through PUBLIC_URL) and outside systems, a
line each with what to do. Exit code 1 if something is wrong.
  --accept-secret  makes FILE_SECRET the database's own after a change. With FORMER_FILE_SECRET everything is sealed
                   again; without it, prints which senders, webhooks and members need a new one.
The database is DATABASE_URL, else the embedded one of this folder, whether the server runs or not.`

const say = (line: string): void => void process.stdout.write(`${asCalled(line)}\n`)
const show = ({ about, state, text }: Finding): void => say(`${state.padEnd(8)}${about.padEnd(16)}${text}`)

async function accept(db: Database, secret: string): Promise<void> {
  const former = process.env['FORMER_FILE_SECRET'] ?? ''
  const { senders, webhooks, texts, devices, authenticators } = await changeSecret(db, {
    secret,
    former,
    now: systemClock(),
  })
  say('FILE_SECRET is accepted. Restart all processes with it.')
  for (const name of senders)
    say(`sender   ${name}: add it again (npm run lead-source), and give it the new key`)
  for (const url of webhooks) say(`webhook  ${url}: its manager replaces the secret (系统设置 → 数据推送)`)
  for (const name of authenticators)
    say(`member   ${name}: has no authenticator any more (npm run network -- invite MOBILE)`)
  if (texts > 0) say(`texts    ${texts} waiting ones cannot be sent`)
  if (devices > 0) say(`devices  ${devices}: their members switch browser messages on again (个人信息)`)
}

async function look(config: Config, url: string, db: Database): Promise<boolean> {
  const secret = await readServerSecret(config)
  const findings = await examine(config, url)
  const schema = findings.find(({ about }) => about === 'schema')
  if (schema) findings.push(await examineSecret(db, secret))
  // Their tables are ones that a schema with pending migrations may lack.
  if (schema?.state === 'ok')
    findings.push(await examineSignIn(db, config), ...(await examineBackups(db, config, systemClock())))
  findings.push(...(await examineProxy(config, secret, systemClock)), ...(await examineOutside(config)))
  findings.forEach(show)
  return findings.every(({ state }) => state !== 'fault')
}

try {
  offerHelp(usage)
  const { values } = parseArgs({ options: { 'accept-secret': { type: 'boolean' } } })
  const config = readConfig(process.env)
  const database = await openBeside(config, 'npm run doctor')
  const db = createDatabase(createPool(database.url, 1, createLog('silent')))
  try {
    if (values['accept-secret']) {
      await migrate(database.url)
      await accept(db, await readServerSecret(config))
    } else if (!(await look(config, database.url, db))) process.exitCode = 1
  } finally {
    await db.destroy()
    await database.stop()
  }
} catch (error) {
  process.stderr.write(asCalled(`fault   ${(error as Error).message}\n`))
  process.exitCode = 1
}
