import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { offerHelp } from '../server/src/platform/help.ts'
import { memoryEnvironment, memoryFlags } from './memory.ts'

/** Builds the web client if its sources changed, then becomes the server. */

offerHelp(`Usage: npm start
Builds the web client where its sources changed, and serves the product. README.md has the variables that configure it.`)

const server = path.join(import.meta.dirname, '../server/src/main.ts')
const environment = { ...memoryEnvironment, ...process.env }

/**
 * Runs in a child process, so that the memory of bundler and compiler does not stay with the server. Returns its exit
 * code.
 */
async function run(args: readonly string[], stdio: 'inherit' | 'ignore'): Promise<unknown> {
  const [code] = await once(spawn(process.execPath, args, { stdio, env: environment }), 'exit')
  return code
}

const [build] = await Promise.all([
  run([path.join(import.meta.dirname, 'build.ts')], 'inherit'),
  // Compiles the server into the cache in advance, which saves it 18 MB for its lifetime.
  run([server, '--help'], 'ignore'),
])
if (build !== 0) process.exit(1)
// Replaces this process, so that supervisors watch and signal the server itself.
process.execve?.(process.execPath, [process.execPath, ...memoryFlags, server], environment)
// Fallback for platforms without `execve`.
await import(server)
