import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { becomeServer, compileServer, serverEnvironment } from '../server/src/launch.ts'
import { offerHelp } from '../server/src/platform/config/help.ts'

/** Builds the web client if its sources changed, then becomes the server. */

offerHelp(`Usage: npm start
Builds the web client where its sources changed, and serves the product. README.md has the variables that configure it.`)

/** Builds in a child process, so that the bundler's memory does not stay with the server. Returns its exit code. */
async function build(): Promise<unknown> {
  const script = path.join(import.meta.dirname, 'build.ts')
  const [code] = (await once(
    spawn(process.execPath, [script], { stdio: 'inherit', env: serverEnvironment() }),
    'exit',
  )) as [unknown]
  return code
}

const [code] = await Promise.all([build(), compileServer()])
if (code !== 0) process.exit(1)
await becomeServer()
