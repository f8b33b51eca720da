import { offerHelp } from '../server/src/platform/help.ts'
import { runStep } from './steps.ts'

offerHelp(`Usage: npm run generate
Writes what is generated: checksums of new migrations, the table types, docs/permissions.md.`)

/** Each generated file is written by the test that checks it. */
const writers = [
  'server/src/platform/db/migrate.test.ts',
  'server/src/platform/db/tables.test.ts',
  'scripts/permissions.test.ts',
]
Object.assign(process.env, { UPDATE_TABLES: '1', UPDATE_DOCS: '1' })
const { ok } = await runStep(
  { name: 'generate', program: 'vitest', args: ['run', ...writers, '--reporter=agent'] },
  { quiet: true },
)
process.exitCode = ok ? 0 : 1
