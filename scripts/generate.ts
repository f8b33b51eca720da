import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { offerHelp } from '../server/src/platform/config/help.ts'
import { lists } from './lists.ts'
import { root, runStep } from './steps.ts'

offerHelp(`Usage: npm run generate
Writes the generated files: the lists of rooms, checksums of new migrations, the table types, docs/permissions.md.`)

// First, because the tests below import them.
for (const [file, text] of Object.entries(lists())) writeFileSync(path.join(root, file), text)

/** The other generated files are written by the tests that check them, which name the command. */
const writers = [
  'server/src/platform/db/migrate.test.ts',
  'server/src/platform/db/tables.test.ts',
  'scripts/permissions.test.ts',
]
Object.assign(process.env, { UPDATE_TABLES: '1', UPDATE_DOCS: '1' })
const { ok } = await runStep(
  {
    name: 'generate',
    program: 'vitest',
    args: ['run', ...writers, '-t', 'npm run generate', '--reporter=agent'],
  },
  { quiet: true },
)
process.exitCode = ok ? 0 : 1
