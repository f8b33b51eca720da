import { ConfigError } from '../server/src/platform/config/config.ts'
import { offerHelp } from '../server/src/platform/config/help.ts'

/**
 * `npm run bench -- TOOL`: each tool is a module of this folder, which runs when it is imported and reads its own
 * options.
 */

const tools = {
  calls: 'requests a second of each call, and of PostgreSQL alone with the same statements (the default)',
  intake:
    'lead intake while members work, with the server killed midway, at its limit, and with one flooded store',
  status: 'order status from the maker, with the server killed midway',
  pages: 'time until pages are usable, cost of a key press in a form, and layout shift, in Chromium',
  lighthouse: 'the pages of a phone in Lighthouse, which it installs outside the repository',
  import: 'an import of many rows, and the response times of lists meanwhile',
  leave: 'a member with 20,000 customers leaves, and the response times of lists meanwhile',
  reports: '200 concurrent reports of a year, and the response times of lists meanwhile',
  soak: 'valid and broken requests of all kinds for an hour, and the memory of the server',
  crash: 'kills server and PostgreSQL repeatedly: every acknowledged write is there, complete and once',
} as const

const usage = `Usage: npm run bench -- [TOOL] [OPTIONS]
${Object.entries(tools)
  .map(([name, what]) => `  ${name.padEnd(11)}${what}`)
  .join('\n')}
Options of a tool: npm run bench -- TOOL --help`

const isTool = (word: string): word is keyof typeof tools => Object.hasOwn(tools, word)

/** Takes the tool's name out of the arguments; the rest are its options. */
function takeName(): keyof typeof tools {
  const [first = '--'] = process.argv.slice(2)
  if (first === '--help' || first === '-h') offerHelp(usage)
  if (first.startsWith('-')) return 'calls'
  if (!isTool(first)) throw new Error(`${first} is not one of the tools.\n\n${usage}`)
  process.argv.splice(2, 1)
  return first
}

try {
  await import(`./${takeName()}.ts`)
} catch (error) {
  const { message, stack } = error as Error
  const isMistake =
    message.includes('Usage: ') ||
    error instanceof ConfigError ||
    String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS')
  process.stderr.write(`${isMistake ? message : stack}\n`)
  process.exitCode = 1
}
