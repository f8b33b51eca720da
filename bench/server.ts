import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { memoryEnvironment, memoryFlags } from '../server/src/memory.ts'

const root = path.resolve(import.meta.dirname, '..')

/** The address that main.ts announces after the product's name. */
const announced = /Showroom 展厅\s+http:\/\/\S+?:(\d+)/

export interface ServerProcess extends AsyncDisposable {
  readonly child: ChildProcess
  readonly port: number
  /** Megabytes of memory now; 0 where the system does not report it. */
  memory(): number
  /** Megabytes of objects in JavaScript's heap, including garbage not yet collected. */
  heap(): Promise<number>
  /** Stops the server as an operator would, and waits. */
  stop(): Promise<void>
}

const product = 'server/src/main.ts'

let compiled: unknown

/**
 * Compiles once, so that a tool that restarts the server does not wait for the compiler each time. With a cache in the
 * environment, a server was started before.
 */
function compile(): void {
  compiled ??=
    process.env['NODE_COMPILE_CACHE'] ??
    spawnSync(process.execPath, [path.join(root, product), '--help'], {
      env: { ...process.env, ...memoryEnvironment },
    })
}

/**
 * Starts the product's own main.ts (or the given entry, as a path in the repository) as a separate process, compiled
 * before as by `npm start`. Returns once it listens.
 */
export async function startServer(
  environment: Readonly<Record<string, string>>,
  main = product,
): Promise<ServerProcess> {
  compile()
  const child = spawn(process.execPath, [...memoryFlags, path.join(root, main)], {
    env: {
      ...process.env,
      ...memoryEnvironment,
      PORT: '0',
      LOG_LEVEL: 'warn',
      FILE_READ_LIMIT: '1000000000',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await announcedPort(child)
  return {
    child,
    port,
    memory: () => residentMegabytes(child.pid ?? 0),
    heap: () => heapMegabytes(port),
    stop: () => stop(child),
    [Symbol.asyncDispose]: () => stop(child),
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

function announcedPort(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      text += part
      const port = announced.exec(text)?.[1]
      if (port) resolve(Number(port))
    })
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      reject(new Error(`the server ended (${signal ?? code}) before it listened`)),
    )
  })
}

async function heapMegabytes(port: number): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(metrics)?.[1] ?? 0) / 2 ** 20
}

function residentMegabytes(pid: number): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Math.round(Number(kilobytes ?? 0) / 1024)
  } catch {
    return 0
  }
}
