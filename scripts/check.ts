import { checkSteps, runStep } from './steps.ts'

/** Lint, format, types, boundaries: what must hold before a commit. */
const outcomes = []
for (const step of checkSteps) outcomes.push(await runStep(step, { quiet: true }))
process.exitCode = outcomes.every(({ ok }) => ok) ? 0 : 1
