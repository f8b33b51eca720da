import { offerHelp } from '../server/src/platform/config/help.ts'
import { checkSteps, runStep } from './steps.ts'

offerHelp(`Usage: npm run check
Checks format, types, lint, boundaries and generated files. Must pass before a commit.`)

/** Lint, format, types, boundaries: the checks before a commit. They are independent and run in parallel. */
const outcomes = await Promise.all(checkSteps.map((step) => runStep(step, { quiet: true })))
process.exitCode = outcomes.every(({ ok }) => ok) ? 0 : 1
