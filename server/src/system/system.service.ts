import { statfs } from 'node:fs/promises'
import { doorNames } from '@showroom/contract/system/system.names'
import type { DoorName, DoorState } from '@showroom/contract/system/system.names'
import type { SystemState } from '@showroom/contract/system/system.schema'
import { findState } from '../platform/observe/backups.repository.ts'
import { secondsOf } from '../platform/clock.ts'
import type { Executor } from '../platform/db/client.ts'
import type { DatabaseHealth } from '../platform/db/fault.ts'
import { countMigrations } from '../platform/db/migrate.ts'
import type { Context } from '../platform/http/handler.ts'
import type { JobBoard } from '../platform/jobs/job-board.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { nodeOf } from '../platform/config/node.ts'
import type { Outcomes } from '../platform/outside/outcomes.ts'
import type { Queues } from '../platform/queues/queues.ts'
import { release } from '../platform/config/release.ts'
import { readDatabase } from './system.repository.ts'

/** Sources of the page's facts. */
export interface Sources {
  readonly health: Pick<DatabaseHealth, 'check'>
  readonly jobBoard: Pick<JobBoard, 'read'>
  /** All scheduled jobs. */
  readonly listJobs: () => readonly Job[]
  readonly queues: Pick<Queues, 'measure'>
  readonly outcomes: Pick<Outcomes, 'read'>
  readonly doors: Readonly<Record<DoorName, DoorState>>
  /** The folder whose disk holds uploaded files. */
  readonly dataFolder: string
}

const secondsOrNone = (at: Date | null | undefined): number => (at ? secondsOf(at) : 0)

export async function readState({ db, session, now }: Context, sources: Sources): Promise<SystemState> {
  const [state, facts, migrations, jobs, queues, doors, disk, backup] = await Promise.all([
    sources.health.check(),
    readDatabase(db),
    countMigrations(db),
    listJobs(sources),
    sources.queues.measure(session.dealerId),
    listDoors(sources),
    readDisk(sources.dataFolder),
    readBackup(db),
  ])
  const { lines = [], version = '', bytes = 0, connections = 0, mostConnections = 0 } = facts ?? {}
  const count = (of: 'applied' | 'pending' | 'newer'): number => migrations.get(of) ?? 0
  return {
    at: secondsOf(now),
    version: release,
    schema: { applied: count('applied'), pending: count('pending'), newer: count('newer') },
    nodes: lines.map(nodeOf),
    database: { state, version, bytes, connections, mostConnections },
    disk,
    jobs,
    queues: queues.map(({ queue, total, oldestSeconds }) => ({
      name: queue,
      waitingTotal: total,
      oldestSeconds: Math.round(oldestSeconds),
    })),
    doors,
    backup,
  }
}

/** A job that has never run on any process is listed without times. */
export async function listJobs({ listJobs: all, jobBoard }: Sources): Promise<SystemState['jobs']> {
  const states = new Map((await jobBoard.read()).map((job) => [job.name, job]))
  return all().map(({ name }) => {
    const { succeededAt, lateSeconds = 0, failedAt, failure = '' } = states.get(name) ?? {}
    return {
      name,
      succeededAt: secondsOrNone(succeededAt),
      lateSeconds: Math.round(lateSeconds),
      failedAt: secondsOrNone(failedAt),
      failure,
    }
  })
}

export async function listDoors({ doors, outcomes }: Sources): Promise<SystemState['doors']> {
  const latest = new Map((await outcomes.read()).map((outcome) => [outcome.name, outcome]))
  return doorNames.map((name) => {
    const { succeededAt, failedAt, failingSince, failure = '', failures = 0 } = latest.get(name) ?? {}
    return {
      name,
      state: doors[name],
      succeededAt: secondsOrNone(succeededAt),
      failedAt: secondsOrNone(failedAt),
      failingSince: secondsOrNone(failingSince),
      failure,
      failures,
    }
  })
}

/** Without any run the product makes no backups, or those that an operator makes are not noted. */
export async function readBackup(db: Executor): Promise<SystemState['backup']> {
  const { succeededAt, failedAt } = await findState(db, 'database')
  if (!succeededAt && !failedAt) return null
  return { succeededAt: secondsOrNone(succeededAt), failedAt: secondsOrNone(failedAt) }
}

async function readDisk(folder: string): Promise<SystemState['disk']> {
  const { blocks, bavail, bsize } = await statfs(folder)
  return { bytes: blocks * bsize, freeBytes: bavail * bsize }
}
