import { parseArgs } from 'node:util'
import { systemClock } from '../../platform/clock.ts'
import { ConfigError, readConfig } from '../../platform/config/config.ts'
import { createDatabase, createPool } from '../../platform/db/client.ts'
import type { Database } from '../../platform/db/client.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { asCalled, offerHelp } from '../../platform/config/help.ts'
import { createLog } from '../../platform/observe/log.ts'
import { FolderInUse, openBeside } from '../../operate/postgres/index.ts'
import { readServerSecret } from '../../platform/config/secret.ts'
import { findOnlineSource, listSources, setActive } from './source.repository.ts'
import type { Sends } from './source.repository.ts'
import { addSource } from './source.service.ts'

/**
 * `npm run lead-source -- add --name 车友之窗 --source-id 1`: manages senders of leads, with `--orders` of order steps, with `--records` of
 * calls, test drives and contacts, in DATABASE_URL or in the embedded database.
 */

const usage = `Usage: npm run lead-source -- add --name NAME --source-id CODE [--rate LEADS_A_SECOND]
       npm run lead-source -- add --name NAME --orders [--rate STEPS_A_SECOND]
       npm run lead-source -- add --name NAME --records [--rate RECORDS_A_SECOND]
       npm run lead-source -- list
       npm run lead-source -- stop --key KEY
       npm run lead-source -- resume --key KEY
  --source-id  code of the online source its leads are shown under (dictionary onlineSources)
  --orders     it is the maker's order system: it tells how orders move on, and sends no leads
  --records    it is a telephone, test-drive or WeCom system: it sends calls, test drives and contacts
The database is DATABASE_URL, else the embedded one of this folder, whether the server runs or not.`

class Wrong extends Error {}

const print = (line: string): void => void process.stdout.write(`${line}\n`)

function readArguments() {
  const text = { type: 'string' } as const
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        name: text,
        'source-id': text,
        rate: text,
        key: text,
        orders: { type: 'boolean' },
        records: { type: 'boolean' },
      },
    })
    return { command: positionals[0] ?? '', ...values }
  } catch (error) {
    throw new Wrong(`${(error as Error).message}\n\n${usage}`)
  }
}
type Arguments = ReturnType<typeof readArguments>

const positive = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined

async function obey(db: Database, serverSecret: string, given: Arguments): Promise<void> {
  if (given.command === 'list')
    for (const { key, name, sourceId, rate, active, sends } of await listSources(db))
      print(
        `${key}  ${name}  ${sends === 'leads' ? `source ${sourceId}` : sends}  ${rate}/s  ${active ? 'active' : 'stopped'}`,
      )
  else if (given.command === 'add') await add(db, serverSecret, given)
  else if (given.command === 'stop' || given.command === 'resume') {
    if (!(await setActive(db, given.key ?? '', given.command === 'resume'))) throw new Wrong('No such key.')
    print('Done. Every server process knows within 5 seconds.')
  } else throw new Wrong(usage)
}

async function add(db: Database, serverSecret: string, given: Arguments): Promise<void> {
  const rate = positive(given.rate ?? '200')
  if (given.orders && given.records) throw new Wrong(usage)
  const sends: Sends = given.orders ? 'orders' : given.records ? 'records' : 'leads'
  const shownSource = sends === 'leads' ? await sourceShown(db, positive(given['source-id'])) : ''
  if (!given.name || !rate) throw new Wrong(usage)
  const sourceId = sends === 'leads' ? Number(given['source-id']) : 0
  const source = { name: given.name, rate, sourceId, sends }
  const made = await addSource(db, serverSecret, source, systemClock())
  print(`Key     ${made.key}\nSecret  ${made.secret}\n${shownSource}The secret is not shown again.`)
}

async function sourceShown(db: Database, sourceId: number | undefined): Promise<string> {
  if (!sourceId) throw new Wrong(usage)
  const display = await findOnlineSource(db, sourceId)
  if (display === undefined) throw new Wrong(`--source-id ${sourceId} is no online source`)
  return `Its leads are shown as ${display}. `
}

async function run(): Promise<void> {
  offerHelp(usage)
  const given = readArguments()
  const config = readConfig(process.env)
  const database = await openBeside(config, 'npm run lead-source')
  try {
    await migrate(database.url)
    const db = createDatabase(createPool(database.url, 1, createLog('warn')))
    try {
      await obey(db, await readServerSecret(config), given)
    } finally {
      await db.destroy()
    }
  } finally {
    await database.stop()
  }
}

try {
  await run()
} catch (error) {
  const { message, stack } = error as Error
  const isExpected = [Wrong, ConfigError, FolderInUse].some((kind) => error instanceof kind)
  process.stderr.write(`${isExpected ? asCalled(message) : stack}\n`)
  process.exitCode = 1
}
