import { offerHelp } from '../server/src/platform/help.ts'

/**
 * `npm run bench -- TOOL`: each tool is a module of this folder, which runs when it is imported and reads its own
 * options.
 */

const tools = {
  calls: 'what each call does a second, beside what PostgreSQL alone can do (also without a name)',
  intake:
    'leads come in while others work; the server killed in the middle; the most it takes; one store flooded',
  status: 'the maker moves orders on; the server killed in the middle',
  pages: 'how soon pages can be used, what a key costs in a form and how far pages shift, in Chromium',
  import: 'an import of 5,000 rows, and how long others wait for their lists meanwhile',
  leave: 'a member with 20,000 customers leaves, and how long others wait for their lists meanwhile',
  reports: '200 reports of a year at once, and how long others wait for their lists meanwhile',
  soak: 'right and broken requests of all kinds for an hour, and how much memory the server takes',
  crash: 'server and PostgreSQL killed over and over: whatever was acknowledged is there, whole and once',
} as const

const usage = `Usage: npm run bench -- [TOOL] [OPTIONS]
${Object.entries(tools)
  .map(([name, what]) => `  ${name.padEnd(8)}${what}`)
  .join('\n')}
Options of a tool: npm run bench -- TOOL --help`

const isTool = (word: string): word is keyof typeof tools => Object.hasOwn(tools, word)

/** Takes the tool's name out of the arguments; the rest are its options. */
function takeName(): keyof typeof tools {
  const [first = '--'] = process.argv.slice(2)
  if (first === '--help' || first === '-h') offerHelp(usage)
  if (first.startsWith('-')) return 'calls'
  if (!isTool(first)) throw new Error(`${first} is none of the tools.\n\n${usage}`)
  process.argv.splice(2, 1)
  return first
}

try {
  await import(`./${takeName()}.ts`)
} catch (error) {
  const { message, stack } = error as Error
  const isMistake =
    message.includes('Usage: ') || String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS')
  process.stderr.write(`${isMistake ? message : stack}\n`)
  process.exitCode = 1
}
