import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { offerHelp } from '../server/src/platform/help.ts'
import { memoryEnvironment, memoryFlags } from './memory.ts'

/** Builds the web client where its sources changed, then becomes the server. */

offerHelp(`Usage: npm start
Builds the web client where its sources changed, and serves the product. README.md has the variables that configure it.`)

const server = path.join(import.meta.dirname, '../server/src/main.ts')
const environment = { ...memoryEnvironment, ...process.env }

/** In a child: the memory of bundler and compiler should not stay with the server. Tells how it exited. */
async function run(args: readonly string[], stdio: 'inherit' | 'ignore'): Promise<unknown> {
  const [code] = await once(spawn(process.execPath, args, { stdio, env: environment }), 'exit')
  return code
}

const [build] = await Promise.all([
  run([path.join(import.meta.dirname, 'build.ts')], 'inherit'),
  // What it then finds compiled it need not compile itself: 18 MB less, as long as it lives.
  run([server, '--help'], 'ignore'),
])
if (build !== 0) process.exit(1)
// The same process: whoever watches it, or ends it, has to do with the server itself.
process.execve?.(process.execPath, [process.execPath, ...memoryFlags, server], environment)
// Where a process cannot become another one.
await import(server)
