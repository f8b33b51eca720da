import { offerHelp } from '../server/src/platform/help.ts'
import { checkSteps, runStep } from './steps.ts'

offerHelp(`Usage: npm run check
Format, types, lint, boundaries and what is generated: what must hold before a commit.`)

/** Lint, format, types, boundaries: the checks before a commit. They are independent and run in parallel. */
const outcomes = await Promise.all(checkSteps.map((step) => runStep(step, { quiet: true })))
process.exitCode = outcomes.every(({ ok }) => ok) ? 0 : 1
