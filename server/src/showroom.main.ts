import { existsSync, readFileSync } from 'node:fs'
import { becomeServer, compileServer } from './launch.ts'
import { outliveReader } from './platform/config/help.ts'
import { release } from './platform/config/release.ts'
import { readVariables } from './platform/config/variables.ts'

/** The launcher of the archive: `showroom COMMAND` runs one of the product's commands, each with its own `--help`. */

interface Command {
  readonly does: string
  readonly run: () => unknown
  /** Records that the file of variables kept it from beginning. */
  readonly note?: (failure: string) => Promise<void>
}

const commands: Readonly<Record<string, Command>> = {
  start: { does: 'serves the product', run: start },
  ready: { does: 'waits until the server answers', run: () => import('./ready.main.ts') },
  migrate: {
    does: 'creates or updates the tables, as each start does',
    run: () => import('./migrate.main.ts'),
  },
  backup: {
    does: 'backs up embedded database, files and secret',
    run: () => import('./backup.main.ts'),
    note: async (failure) =>
      (await import('./operate/backup/recorded.ts')).noteUnbegun(process.env, process.argv.slice(2), failure),
  },
  restore: {
    does: 'restores a backup to a moment, into an empty DATA_DIR',
    run: () => import('./restore.main.ts'),
  },
  doctor: {
    does: 'examines the installation, a line each with what to do',
    run: () => import('./doctor.main.ts'),
  },
  network: {
    does: 'imports groups, stores and members; invites a member',
    run: () => import('./seed/apply/network.main.ts'),
  },
  catalogue: {
    does: 'imports vehicles, competitors and dictionaries',
    run: () => import('./seed/apply/catalogue.main.ts'),
  },
  'lead-source': {
    does: 'manages the systems that send leads, order steps and records',
    run: () => import('./lead/intake/source.main.ts'),
  },
  distribute: {
    does: 'spreads the database over the servers of Citus',
    run: () => import('./distribute.main.ts'),
  },
  doors: {
    does: 'asks each outside system whether it answers',
    run: () => import('./platform/outside/doors.main.ts'),
  },
  seed: { does: 'makes a large network for trials', run: () => import('./seed/main.ts') },
  version: { does: 'prints the version', run: () => process.stdout.write(`${release}\n`) },
}

/** The variables of the services, so that commands act on the same installation. Those of the environment prevail. */
const environmentFile = '/etc/showroom.env'

const usage = `Usage: showroom COMMAND [OPTIONS]
${Object.entries(commands)
  .map(([name, { does }]) => `  ${name.padEnd(12)}${does}`)
  .join('\n')}
Options of a command: showroom COMMAND --help
Variables come from the environment and from ${environmentFile}; README.md lists them.`

/** Reads the variables. Returns what is wrong with the file, a line each; the other lines count nevertheless. */
function readEnvironmentFile(): string[] {
  if (!existsSync(environmentFile)) return []
  let text: string
  try {
    text = readFileSync(environmentFile, 'utf8')
  } catch (error) {
    const { message } = error as Error
    return [`${environmentFile}: ${message}. Run the command as root, or as the user showroom.`]
  }
  const { values, faults } = readVariables(text)
  for (const [name, value] of values) process.env[name] ??= value
  return faults.map((fault) => `${environmentFile}, ${fault}`)
}

async function start(): Promise<void> {
  await compileServer()
  await becomeServer()
}

outliveReader()
const [name = 'help'] = process.argv.splice(2, 1)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (command) {
  const faults = readEnvironmentFile()
  if (faults.length > 0) {
    process.stderr.write(faults.map((fault) => `${fault}\n`).join(''))
    process.exitCode = 1
    await command.note?.(faults.join(' ')).catch((error: unknown) => {
      process.stderr.write(`The failure could not be recorded: ${(error as Error).message}\n`)
    })
  } else await command.run()
} else if (name === '--version') process.stdout.write(`${release}\n`)
else if (['help', '--help', '-h'].includes(name)) process.stdout.write(`${usage}\n`)
else {
  process.stderr.write(`${name} is no command.\n\n${usage}\n`)
  process.exitCode = 1
}
