import { z } from 'zod'
import { databaseStates, doorNames, doorStates, failureKinds, queueNames } from './system.names.ts'

/** Why a run or a request failed; empty if it never did. */
const failure = z.enum(['', ...failureKinds])

/** A server process. */
export const Node = z.object({ name: z.string(), version: z.string(), startedAt: z.number() })

export const Job = z.object({
  name: z.string(),
  /** End of the last successful run; 0 if none is known. */
  succeededAt: z.number(),
  /** How long a run is overdue, in seconds. */
  lateSeconds: z.number(),
  failedAt: z.number(),
  failure,
})
export type Job = z.infer<typeof Job>

export const Queue = z.object({
  name: z.enum(queueNames),
  /** Items of the member's store that wait, those of a later retry included. */
  waitingTotal: z.number(),
  /** How long the oldest due item has waited; 0 if none is due. */
  oldestSeconds: z.number(),
})
export type Queue = z.infer<typeof Queue>

export const Door = z.object({
  name: z.enum(doorNames),
  state: z.enum(doorStates),
  succeededAt: z.number(),
  failedAt: z.number(),
  /** The first failure since the last success; 0 if the last request succeeded. */
  failingSince: z.number(),
  failure,
  /** Failures in a row since the last success. */
  failures: z.number(),
})
export type Door = z.infer<typeof Door>

export const Database = z.object({
  state: z.enum(databaseStates),
  version: z.string(),
  bytes: z.number(),
  connections: z.number(),
  mostConnections: z.number(),
})
export type Database = z.infer<typeof Database>

/** Disk space for files of the answering process. */
export const Disk = z.object({ freeBytes: z.number(), bytes: z.number() })
export type Disk = z.infer<typeof Disk>

/** Noted backups of the database; null if there are none. */
export const Backup = z.object({ succeededAt: z.number(), failedAt: z.number() }).nullable()
export type Backup = z.infer<typeof Backup>

export const SystemState = z.object({
  at: z.number(),
  version: z.string(),
  /** Migrations: applied, missing in the database, and of a newer release. */
  schema: z.object({ applied: z.number(), pending: z.number(), newer: z.number() }),
  nodes: z.array(Node),
  database: Database,
  disk: Disk,
  jobs: z.array(Job),
  queues: z.array(Queue),
  doors: z.array(Door),
  backup: Backup,
})
export type SystemState = z.infer<typeof SystemState>
