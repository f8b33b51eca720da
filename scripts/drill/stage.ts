import { AsyncLocalStorage } from 'node:async_hooks'
import { execFile, execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/** The empty user, its folder and its processes: all that the acts share. */

export interface Limits {
  readonly most?: number
  readonly least?: number
}

interface User {
  readonly uid?: number
  readonly gid?: number
}

/** The system user that root makes for the drill. */
export const userName = 'showroom-drill'

/** For root a new system user without a home; otherwise the one who runs the drill. */
function makeUser(): User {
  if (process.getuid?.() !== 0) return {}
  execFileSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/usr/sbin/nologin',
    userName,
  ])
  const [, , uid, gid] = execFileSync('getent', ['passwd', userName], { encoding: 'utf8' }).split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

export interface Ended {
  readonly stdout: string
  readonly seconds: number
}

/** Counts the lines that have this text. */
export const linesWith = (text: string, part: string): number =>
  text.split('\n').filter((line) => line.includes(part)).length

export class Stage {
  readonly folder: string
  /** First of the free ports. */
  readonly firstPort: number
  readonly #ports = new Map<string, number>()
  /** Lines of the task that runs aside. */
  readonly #aside = new AsyncLocalStorage<string[]>()
  readonly #user: User
  readonly #running = new Set<ChildProcess>()
  readonly #mounted: string[] = []
  #faults = 0

  constructor(firstPort: number) {
    this.firstPort = firstPort
    this.folder = mkdtempSync(path.join(tmpdir(), 'showroom-drill-'))
    chmodSync(this.folder, 0o755)
    this.#user = makeUser()
    this.own(this.folder)
    this.makeFolder('home')
    this.makeFolder('logs')
  }

  get faults(): number {
    return this.#faults
  }

  /** Counts a fault that is no number. */
  fail(): void {
    this.#faults += 1
  }

  own(place: string): void {
    const { uid, gid } = this.#user
    if (uid !== undefined && gid !== undefined) chownSync(place, uid, gid)
  }

  /** Makes a folder of the empty user. */
  makeFolder(name: string): string {
    const place = path.join(this.folder, name)
    mkdirSync(place, { recursive: true })
    this.own(place)
    return place
  }

  /** Only root can mount a small disk. */
  get mayMount(): boolean {
    return this.#user.uid !== undefined
  }

  /** Mounts a disk of a few megabytes, in memory, as a folder of the empty user. */
  mountSmall(name: string, megabytes: number): string {
    const place = this.makeFolder(name)
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0750`, 'tmpfs', place])
    this.#mounted.push(place)
    this.own(place)
    return place
  }

  /** The port of this name. A new name takes the next one. */
  port(name: string): number {
    const port = this.#ports.get(name) ?? this.firstPort + this.#ports.size
    this.#ports.set(name, port)
    return port
  }

  say(line: string): void {
    const lines = this.#aside.getStore()
    if (lines) lines.push(line)
    else process.stdout.write(`${line}\n`)
  }

  /** Runs a task beside the acts, and prints its lines together when it has ended. Its promise rejects with its error. */
  aside<Result>(task: () => Promise<Result>): Promise<Result> {
    const lines: string[] = []
    const ended = this.#aside.run(lines, task).finally(() => lines.forEach((line) => this.say(line)))
    ended.catch(() => undefined)
    return ended
  }

  /** Prints a number; one beyond its limits is a fault. */
  measure(name: string, value: number, unit: string, { most, least }: Limits = {}): void {
    const isFault = value > (most ?? Infinity) || value < (least ?? -Infinity)
    if (isFault) this.#faults += 1
    const limit =
      most !== undefined ? ` (at most ${most})` : least !== undefined ? ` (at least ${least})` : ''
    const text = Number.isInteger(value) ? String(value) : value.toFixed(1)
    this.say(
      `${isFault ? '  FAULT ' : '  '}${name.padEnd(isFault ? 44 : 50)}${text.padStart(10)} ${unit}${limit}`,
    )
  }

  #options(environment: Readonly<Record<string, string>>) {
    return {
      ...this.#user,
      cwd: path.join(this.folder, 'home'),
      env: {
        PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: path.join(this.folder, 'home'),
        LANG: 'C.UTF-8',
        ...environment,
      },
    }
  }

  /** Runs a program as the empty user. Throws with its output if it fails. */
  async run(
    [program = '', ...args]: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Ended> {
    const began = performance.now()
    const running = promisify(execFile)(program, args, {
      ...this.#options(environment),
      maxBuffer: 64 * 2 ** 20,
    })
    this.keep(running.child)
    const { stdout } = await running.catch((error: Error & { stdout?: string; stderr?: string }) => {
      throw new Error(`${program} ${args.join(' ')} failed:\n${error.stdout}${error.stderr}`, {
        cause: error,
      })
    })
    return { stdout, seconds: (performance.now() - began) / 1000 }
  }

  /** Runs a command that must fail. Returns what it printed. */
  async failing(
    command: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const failure = await this.run(command, environment).then(
      () => undefined,
      (error: unknown) => (error as Error).message,
    )
    if (failure === undefined) throw new Error(`${command.join(' ')} succeeded.`)
    return failure
  }

  logOf(name: string): string {
    return path.join(this.folder, 'logs', `${name}.log`)
  }

  /** Ends this process with the stage. */
  keep(child: ChildProcess): ChildProcess {
    this.#running.add(child)
    child.once('exit', () => this.#running.delete(child))
    child.once('error', () => this.#running.delete(child))
    return child
  }

  /** Starts a process as the empty user, its output in a log. */
  start(
    name: string,
    [program = '', ...args]: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): ChildProcess {
    const log = openSync(this.logOf(name), 'a')
    return this.keep(spawn(program, args, { ...this.#options(environment), stdio: ['ignore', log, log] }))
  }

  /** Stops a process and returns the seconds it took. */
  async stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number> {
    const began = performance.now()
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
    }
    return (performance.now() - began) / 1000
  }

  /** Ends what still runs, the newest first, and removes user and folder; the folder stays after a fault. */
  async strike(): Promise<void> {
    for (const child of [...this.#running].toReversed()) await this.stop(child, 'SIGINT')
    for (const place of this.#mounted) execFileSync('umount', ['--lazy', place])
    if (this.#faults === 0) rmSync(this.folder, { recursive: true, force: true })
    else this.say(`Logs: ${this.folder}/logs`)
    if (this.#user.uid !== undefined) execFileSync('userdel', [userName])
  }

  /** The end of a log, for the text of an error. */
  tailOf(name: string): string {
    return readFileSync(this.logOf(name), 'utf8').split('\n').slice(-20).join('\n')
  }
}
