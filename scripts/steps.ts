import { spawn } from 'node:child_process'
import { availableParallelism, totalmem } from 'node:os'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '..')

/** One step of the check or the tests, run by a program of node_modules. */
export interface Step {
  readonly name: string
  readonly program: string
  readonly args: readonly string[]
}

export interface Outcome {
  readonly ok: boolean
  readonly seconds: number
}

/** The JavaScript behind a command of node_modules/.bin, so that it runs on this very Node. */
const script = (program: string): string => path.join(root, 'node_modules/.bin', program)

/**
 * Checker and linter are Go programs that run in parallel, with half of the cores each: competing for all cores costs
 * a fifth more processor time. With enough memory, a late garbage collection makes them a fifth faster.
 */
export const go = {
  GOMAXPROCS: String(Math.max(1, Math.floor(availableParallelism() / 2))),
  ...(totalmem() > 12 * 2 ** 30 && { GOGC: 'off', GOMEMLIMIT: String(Math.floor(totalmem() / 4)) }),
}

/** Runs a step. Quiet steps print only if they fail. */
export function runStep(step: Step, options: { quiet: boolean }): Promise<Outcome> {
  const began = performance.now()
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script(step.program), ...step.args], {
      cwd: root,
      stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      env: { ...go, ...process.env, FORCE_COLOR: process.stdout.isTTY ? '1' : '0' },
    })
    const output: Buffer[] = []
    child.stdout?.on('data', (part: Buffer) => output.push(part))
    child.stderr?.on('data', (part: Buffer) => output.push(part))
    child.once('close', (code) => {
      const seconds = (performance.now() - began) / 1000
      if (code !== 0) process.stdout.write(Buffer.concat(output))
      process.stdout.write(`${code === 0 ? 'ok  ' : 'FAIL'}  ${step.name}  ${seconds.toFixed(1)} s\n`)
      resolve({ ok: code === 0, seconds })
    })
  })
}

/** The steps of `npm run check`; `npm test` runs them first. */
export const checkSteps: readonly Step[] = [
  { name: 'format', program: 'oxfmt', args: ['--check'] },
  // One thread is fastest beside the linter: several would check shared files repeatedly.
  { name: 'types', program: 'tsc', args: ['-b', '--singleThreaded'] },
  { name: 'lint and boundaries', program: 'oxlint', args: ['--deny-warnings'] },
  { name: 'unused files and packages', program: 'knip', args: ['--no-progress', '--no-config-hints'] },
  {
    name: 'the boundaries gate catches what it should; the table types are fresh',
    program: 'vitest',
    // Leaves these to `npm test`: they start every command, build a copy of the tree, and ask npm for all packages.
    args: [
      'run',
      '--project=rules',
      'scripts',
      '--exclude=scripts/help.test.ts',
      '--exclude=scripts/recipe.test.ts',
      '--exclude=scripts/release/papers.test.ts',
      '--reporter=agent',
    ],
  },
]
