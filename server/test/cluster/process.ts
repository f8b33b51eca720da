import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Call, RequestOf } from '@showroom/contract/kernel/call'
import { memoryEnvironment } from '../../src/memory.ts'
import { testSecret } from '../app.ts'
import type { Wire } from '../app.ts'

const main = path.resolve(import.meta.dirname, '../../src/main.ts')

export interface ServerProcess {
  post<C extends Call>(call: C, token: string, body: RequestOf<C>): Promise<Wire<C>>
  /** Ends the process as an operator would, or by SIGKILL, and waits. */
  end(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** Starts the product's own main.ts as a separate process on this database, with the real time. */
export async function startProcess(
  databaseUrl: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const folder = mkdtempSync(path.join(tmpdir(), 'showroom-process-'))
  const child = spawn(process.execPath, [main], {
    env: {
      ...memoryEnvironment,
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      FILE_SECRET: testSecret,
      LOG_LEVEL: 'warn',
      PORT: '0',
      ...environment,
    },
  })
  const closed = once(child, 'close').then(() => rmSync(folder, { recursive: true, force: true }))
  const address = await new Promise<string>((resolve, reject) => {
    let output = ''
    const read = (part: Buffer): void => {
      output += part.toString()
      const match = /http:\/\/localhost:\d+/.exec(output)
      if (match) resolve(match[0])
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('close', () => reject(new Error(output)))
  })
  return {
    async post(call, token, body) {
      const response = await fetch(address + call.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
        body: JSON.stringify(body),
      })
      return (await response.json()) as never
    },
    async end(signal = 'SIGTERM') {
      child.kill(signal)
      await closed
    },
  }
}
