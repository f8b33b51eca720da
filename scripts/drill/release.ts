import type { ChildProcess } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Stage } from './stage.ts'

/** A release as it lies on a server, and instances of it. */
export interface Release {
  readonly version: string
  readonly folder: string
  /** The words that run one of its commands. */
  command(name: string, ...args: readonly string[]): string[]
}

/** Unpacks an archive as the empty user and compares its checksums. Returns the folder. */
export async function unpack(stage: Stage, archive: string, name: string): Promise<string> {
  const place = stage.makeFolder(name)
  await stage.run(['tar', '-xzf', archive, '-C', place])
  const folder = path.join(place, path.basename(archive, '.tar.gz'))
  await stage.run(['sh', '-c', 'cd "$0" && sha256sum --quiet --check SHA256SUMS', folder])
  return folder
}

export const archiveRelease = (folder: string, version: string): Release => ({
  version,
  folder,
  command: (name, ...args) => [path.join(folder, 'showroom'), name, ...args],
})

export interface Instance {
  readonly port: number
  /** Seconds from its start until it was ready. */
  readonly startSeconds: number
  stop(signal?: NodeJS.Signals): Promise<number>
  signal(signal: NodeJS.Signals): void
}

const longestStartMs = 120_000

async function untilReady(stage: Stage, name: string, child: ChildProcess, port: number): Promise<void> {
  const until = Date.now() + longestStartMs
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    if (child.exitCode !== null || Date.now() > until)
      throw new Error(`${name} did not start:\n${stage.tailOf(name)}`)
    await sleep(100)
  }
}

/** Starts an instance and waits until it is ready. */
export async function startInstance(
  stage: Stage,
  release: Release,
  port: number,
  environment: Readonly<Record<string, string>>,
): Promise<Instance> {
  const began = performance.now()
  const name = `instance-${port}`
  const child = stage.start(name, release.command('start'), { ...environment, PORT: String(port) })
  await untilReady(stage, name, child, port)
  return {
    port,
    startSeconds: (performance.now() - began) / 1000,
    stop: (signal) => stage.stop(child, signal),
    signal: (signal) => void child.kill(signal),
  }
}

/** Starts instances at once, and waits until all are ready. */
export const startInstances = (
  stage: Stage,
  release: Release,
  ports: readonly number[],
  environment: Readonly<Record<string, string>>,
): Promise<Instance[]> => Promise.all(ports.map((port) => startInstance(stage, release, port, environment)))
