import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { memoryFlags } from '../../server/src/memory.ts'
import { root } from '../steps.ts'
import type { Release } from './release.ts'

/** Commit of release 1.0.0, the one before this. */
export const formerCommit = '68278b61'

export interface Former extends Release {
  /** Imports one of its modules, by path. */
  load(file: string): Promise<never>
}

const programs: Readonly<Record<string, string>> = {
  start: 'server/src/main.ts',
  network: 'server/src/seed/apply/network.main.ts',
  seed: 'server/src/seed/main.ts',
}

/** Checks the commit out into `dist` with its own production packages; once, since they come from the registry. */
export function bringFormer(commit = formerCommit): Former {
  const folder = path.join(root, `dist/former-${commit}`)
  const whole = path.join(folder, '.whole')
  if (!existsSync(whole)) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    execFileSync('sh', ['-c', `git archive ${commit} | tar -x -C "$0"`, folder], { cwd: root })
    const chosen = ['--omit=dev', '--workspace=@showroom/server', '--include-workspace-root']
    execFileSync('npm', ['ci', ...chosen, '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
    writeFileSync(whole, '')
  }
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    version: string
  }
  return {
    version,
    folder,
    command(name, ...args) {
      const program = programs[name]
      if (!program) throw new Error(`The release before has no command ${name}.`)
      const flags = name === 'start' ? memoryFlags : []
      return [path.join(folder, 'node_modules/.bin/node'), ...flags, path.join(folder, program), ...args]
    },
    load: (file) => import(path.join(folder, file)) as Promise<never>,
  }
}
