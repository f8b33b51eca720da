import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { offerHelp } from '../server/src/platform/help.ts'
import { memoryEnvironment, memoryFlags } from './memory.ts'

/** Builds the web client where its sources changed, then becomes the server. */

offerHelp(`Usage: npm start
Builds the web client where its sources changed, and serves the product. README.md has the variables that configure it.`)

// A child: the bundler's memory should not stay with the server.
const build = spawnSync(process.execPath, [path.join(import.meta.dirname, 'build.ts')], { stdio: 'inherit' })
if (build.status !== 0) process.exit(1)
const server = path.join(import.meta.dirname, '../server/src/main.ts')
const environment = { ...memoryEnvironment, ...process.env }
// The same process: whoever watches it, or ends it, has to do with the server itself.
process.execve?.(process.execPath, [process.execPath, ...memoryFlags, server], environment)
// Where a process cannot become another one.
await import(server)
