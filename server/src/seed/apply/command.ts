import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '../../platform/config/config.ts'
import type { Config } from '../../platform/config/config.ts'
import { asCalled, offerHelp } from '../../platform/config/help.ts'
import { readServerSecret } from '../../platform/config/secret.ts'
import { FolderInUse, openBeside } from '../../operate/postgres/index.ts'
import { upgrade } from '../../upgrade.ts'
import type { Applied, ApplyOptions } from './apply.ts'
import { Unreadable, writeTemplate } from './book.ts'
import { Unmovable } from '../../operate/stores/store.move.ts'
import { Unclosable } from './network.close.ts'
import type { SheetSpec } from './book.ts'

/** Shared by the import commands: arguments, database and output. */

export class Wrong extends Error {}

export interface Command {
  readonly name: string
  readonly usage: string
  readonly specs: readonly SheetSpec[]
  readonly apply: (url: string, file: string, options: ApplyOptions) => Promise<Applied>
  /** Runs another subcommand; returns false if there is none of that name. `site` is the product's own URL, if configured. */
  readonly other?: (
    url: string,
    given: readonly string[],
    to: { say: Say; site: string; serverSecret: string; config: Config; options: Options },
  ) => Promise<boolean>
  /** Takes `--leave`, `--overwrite`, `--reset` and the options of stores. */
  readonly isNetwork?: true
}
/** `--dry-run`, and the options of the network. */
export type Options = Omit<ReturnType<typeof readArguments>, 'positionals'>
export type Say = (line: string) => void
const say: Say = (line) => void process.stdout.write(`${asCalled(line)}\n`)

/** Options of stores, each with a value. */
const given = ['successor', 'from', 'to', 'confirm'] as const

function readArguments({ usage, isNetwork }: Command) {
  const flag = { type: 'boolean', default: false } as const
  const text = { type: 'string' } as const
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: {
        'dry-run': flag,
        ...(isNetwork && {
          leave: flag,
          overwrite: flag,
          reset: flag,
          ...Object.fromEntries(given.map((name) => [name, text])),
        }),
      },
    })
    return {
      positionals,
      dryRun: values['dry-run'],
      leave: 'leave' in values && values.leave === true,
      overwrite: 'overwrite' in values && values.overwrite === true,
      isReset: 'reset' in values && values.reset === true,
      ...(Object.fromEntries(
        given.map((name) => [name, (values as Record<string, unknown>)[name]]),
      ) as Partial<Record<(typeof given)[number], string>>),
    }
  } catch (error) {
    throw new Wrong(`${(error as Error).message}\n\n${usage}`)
  }
}

/** Most problems printed; a file with more usually has one wrong column. */
const mostListed = 200

function printApplied({ problems, counts, lines, notes }: Applied, dryRun: boolean): void {
  for (const { sheet, row, column, text } of problems.slice(0, mostListed))
    say([sheet, row > 0 && `第${row}行`, column, text].filter(Boolean).join('  '))
  if (problems.length > mostListed) say(`… ${problems.length - mostListed} more`)
  if (problems.length > 0) throw new Wrong(`${problems.length} problems; nothing was written.`)
  if (dryRun) lines.forEach(say)
  for (const [name, count] of Object.entries(counts)) if (count > 0) say(`${name}: ${count}`)
  if (Object.values(counts).every((count) => count === 0)) say('Nothing to change.')
  else say(dryRun ? 'Dry run: nothing was written.' : 'Done.')
  for (const line of notes) say(line)
}

async function run(command: Command): Promise<void> {
  offerHelp(command.usage)
  const { positionals, ...options } = readArguments(command)
  const [verb, file] = positionals
  if (verb === 'template') {
    if (!file) throw new Wrong(command.usage)
    await writeTemplate(file, command.specs)
    say(`${file} is written.`)
    return
  }
  if (!(verb === 'apply' && file) && !command.other) throw new Wrong(command.usage)
  const config = readConfig(process.env)
  const database = await openBeside(config, `npm run ${command.name}`)
  try {
    await upgrade(database.url)
    const serverSecret = await readServerSecret(config)
    const to = { say, site: config.PUBLIC_URL ?? '', serverSecret, config, options }
    if (verb === 'apply' && file)
      printApplied(await command.apply(database.url, file, { ...options, serverSecret }), options.dryRun)
    else if (!(await command.other?.(database.url, positionals, to))) throw new Wrong(command.usage)
  } finally {
    await database.stop()
  }
}

/** Runs a command to its end; sets the exit code to 1 on failure. */
export async function runCommand(command: Command): Promise<void> {
  try {
    await run(command)
  } catch (error) {
    const { message, stack, code } = error as Error & { code?: string }
    // Errors with a code come from the database or the system; like these classes, their message suffices without a stack.
    const isExpected =
      code !== undefined ||
      [Wrong, ConfigError, FolderInUse, Unreadable, Unclosable, Unmovable].some(
        (kind) => error instanceof kind,
      )
    process.stderr.write(`${isExpected ? asCalled(message) : stack}\n`)
    process.exitCode = 1
  }
}
