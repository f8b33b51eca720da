import { checkSteps, runStep } from './steps.ts'

/** Lint, format, types, boundaries: what must hold before a commit. None needs another: all at once. */
const outcomes = await Promise.all(checkSteps.map((step) => runStep(step, { quiet: true })))
process.exitCode = outcomes.every(({ ok }) => ok) ? 0 : 1
