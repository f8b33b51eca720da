import { spawn } from 'node:child_process'
import path from 'node:path'
import { serverEnvironment } from '../server/src/launch.ts'
import { offerHelp } from '../server/src/platform/config/help.ts'

/** Runs the server and the web client; each restarts or reloads when its sources change. */

offerHelp(`Usage: npm run dev
Server (PORT, else 3000) and web client, both restarted or reloaded when their sources change.`)

const root = path.resolve(import.meta.dirname, '..')
const port = process.env.PORT ?? '3000'
const node = (...args: string[]) =>
  spawn(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...serverEnvironment(), API: `http://127.0.0.1:${port}` },
  })

const children = [
  node('--watch', '--watch-preserve-output', 'server/src/main.ts'),
  node(path.join(root, 'node_modules/vite/bin/vite.js'), '--config', 'web/vite.config.ts'),
]
const stop = (): void => {
  for (const child of children) child.kill('SIGTERM')
}
for (const child of children) child.once('exit', stop)
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
