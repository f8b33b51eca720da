import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { offerHelp } from '../server/src/platform/config/help.ts'
import { printFailures } from './failures.ts'
import type { Failure } from './failures.ts'
import { changedSince, select } from './since/select.ts'
import type { Selection } from './since/select.ts'
import { printSlowest } from './slowest.ts'
import type { Timed } from './slowest.ts'
import { checkSteps, root, runStep } from './steps.ts'

/**
 * Runs everything: check, build with its budgets, rules and server tests, browser journeys. Continues after a failure
 * and ends with the plain line `N passed, N failed`, in which each step of the check and the build count as one. With
 * `--since` it leaves out what the change does not touch.
 */

const usage = `Usage: npm test [-- --since REF]
Runs everything: check, build with its budgets, rules and server tests, browser journeys. One file: npx vitest run FILE
  --since  runs the check, and the tests of what changed since the branch left REF (main), committed or not: of the
           rooms that hold a changed file, import what it exports, or name a table of a changed migration; walks and
           guards for these rooms; journeys of the rooms that hold one. npm test remains the whole.`
offerHelp(usage)

function readSelection(): Selection | undefined {
  const { values } = parseArgs({ options: { since: { type: 'string' } } })
  if (values.since === undefined) return undefined
  const changed = changedSince(root, values.since)
  const { whole, ...selection } = select(root, changed)
  if (whole) {
    process.stdout.write(`${whole} concerns all tests: runs everything.\n`)
    return undefined
  }
  const { rooms, tests, journeys } = selection
  process.stdout.write(
    `${changed.length} changed files in ${rooms.join(', ') || 'no room'}: ${tests.length} test files, ${journeys.length} journeys\n`,
  )
  // The walks try the calls of these rooms alone.
  process.env['ROOMS'] = rooms.join()
  return selection
}

let selection: Selection | undefined
try {
  selection = readSelection()
} catch (error) {
  process.stderr.write(`${(error as Error).message.split('\n')[0]}\n\n${usage}\n`)
  process.exit(1)
}

interface Count {
  readonly passed: number
  readonly failed: number
}

const failures: Failure[] = []

const reports = path.join(root, 'test-results')
rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

const readReport = (name: string): unknown => JSON.parse(readFileSync(path.join(reports, name), 'utf8'))

async function countCheck(): Promise<Count[]> {
  // Skips the step that runs tests: they run with all the others.
  const steps = checkSteps.filter(({ program }) => program !== 'vitest')
  const outcomes = await Promise.all(steps.map((step) => runStep(step, { quiet: true })))
  return outcomes.map(({ ok }) => ({ passed: Number(ok), failed: Number(!ok) }))
}

async function countBuild(): Promise<Count> {
  const { ok } = await runStep(
    { name: 'build', program: '../../scripts/build.ts', args: [] },
    { quiet: false },
  )
  return { passed: Number(ok), failed: Number(!ok) }
}

/** The used part of Vitest's report; times are in milliseconds. */
interface TestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly TestFile[]
}
interface TestFile {
  readonly name: string
  readonly startTime: number
  readonly endTime: number
  readonly message: string
  readonly assertionResults: readonly {
    readonly fullName: string
    readonly duration?: number | null
    readonly failureMessages?: readonly string[]
  }[]
}
const fileOf = ({ name, startTime, endTime }: TestFile): Timed => ({
  name: path.relative(root, name),
  seconds: (endTime - startTime) / 1000,
})
const testsOf = ({ name, assertionResults }: TestFile): Timed[] =>
  assertionResults.map(({ fullName, duration }) => ({
    name: `${fullName} (${path.relative(root, name)})`,
    seconds: (duration ?? 0) / 1000,
  }))

const testFailures = ({ name, message, assertionResults }: TestFile): Failure[] => [
  ...(message ? [{ name: path.relative(root, name), messages: [message] }] : []),
  ...assertionResults.map(({ fullName, failureMessages = [] }) => ({
    name: `${fullName} (${path.relative(root, name)})`,
    messages: failureMessages,
  })),
]

/** The report's counts; a runner that fails without a failed test (a broken file, a leak) counts as one failure. */
async function countTests(): Promise<Count> {
  const file = path.join(reports, 'tests.json')
  const files = selection?.tests ?? []
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...files]
  const { ok } = await runStep({ name: 'rules and server tests', program: 'vitest', args }, { quiet: false })
  try {
    const report = readReport('tests.json') as TestReport
    printSlowest('test files', report.testResults.map(fileOf))
    printSlowest('tests', report.testResults.flatMap(testsOf))
    failures.push(...report.testResults.flatMap(testFailures))
    return { passed: report.numPassedTests, failed: Math.max(report.numFailedTests, Number(!ok)) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

/** The used part of Playwright's report; times are in milliseconds. */
interface JourneyReport extends JourneySuite {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number }
}
interface JourneySuite {
  readonly suites?: readonly JourneySuite[]
  readonly specs?: readonly Journey[]
}
interface Journey {
  readonly title: string
  readonly file: string
  readonly tests: readonly { readonly results: readonly JourneyResult[] }[]
}
interface JourneyResult {
  readonly duration: number
  readonly errors?: readonly { readonly message?: string }[]
}
const journeysOf = ({ suites = [], specs = [] }: JourneySuite): Timed[] => [
  ...specs.map(({ title, file, tests }) => ({
    name: `${title} (e2e/${file})`,
    seconds: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
  })),
  ...suites.flatMap(journeysOf),
]

const journeyFailures = ({ suites = [], specs = [] }: JourneySuite): Failure[] => [
  ...specs.map(({ title, file, tests }) => {
    const results = tests.flatMap((test) => test.results)
    const isFlaky = results.length > 1 && results.at(-1)?.errors?.length === 0
    return {
      name: `${title} (e2e/${file})${isFlaky ? ', passed at its second try' : ''}`,
      messages: results.flatMap(({ errors = [] }) => errors.map(({ message = '' }) => message)),
    }
  }),
  ...suites.flatMap(journeyFailures),
]

async function countJourneys(): Promise<Count> {
  const { ok } = await runStep(
    { name: 'browser journeys', program: 'playwright', args: ['test', ...(selection?.journeys ?? [])] },
    { quiet: false },
  )
  try {
    const report = readReport('journeys.json') as JourneyReport
    printSlowest('journeys', journeysOf(report))
    failures.push(...journeyFailures(report))
    const { expected, flaky, unexpected } = report.stats
    return { passed: expected + flaky, failed: Math.max(unexpected, Number(!ok)) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

const hasJourneys = !selection || selection.journeys.length > 0
// The build, which the tests need for the server with the client, has the core that the check leaves free: the linter
// ends last, and has one.
const [checks, build] = await Promise.all([countCheck(), hasJourneys ? countBuild() : undefined])
const counts = [...checks, ...(build ? [build] : []), await countTests()]
if (hasJourneys) counts.push(await countJourneys())
const sum = (key: keyof Count): number => counts.reduce((total, count) => total + count[key], 0)
printFailures(failures)
process.exitCode = sum('failed') === 0 ? 0 : 1
process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed\n`)
