import { userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { findPostgres } from './programs.ts'
import type { Stage } from './stage.ts'
import { userName } from './stage.ts'

/** A PostgreSQL of Debian. */
export interface Postgres {
  /** Runs statements as its administrator. */
  administer(sql: string): Promise<void>
  /** Ends all sessions of a database. */
  endSessions(name: string): Promise<void>
  /** Creates a role that owns an empty database, as docs/deploy.md does. Returns its URL. */
  createDatabase(name: string): Promise<string>
  /** Waits until all WAL is replayed. */
  untilPromoted(): Promise<void>
  /** The administrator's connection to a database. */
  adminOf(database: string): pg.ClientConfig
  stop(): Promise<number>
}

export interface PostgresOptions {
  /** Name of its folder. */
  readonly name?: string
  readonly settings?: Readonly<Record<string, string>>
  /** False for the folder of an earlier one. */
  readonly isNew?: boolean
}

const password = 'choose-one'

/** Creates a role that owns an empty database, as docs/deploy.md does. Returns its URL. */
export async function createOwnDatabase(
  administer: (sql: string) => Promise<unknown>,
  name: string,
  port: number,
): Promise<string> {
  await administer(`create role ${name} login password '${password}' nosuperuser nocreatedb nocreaterole`)
  await administer(`create database ${name} owner ${name} encoding 'UTF8' template template0`)
  return `postgres://${name}:${password}@127.0.0.1:${port}/${name}`
}

/** The role that initdb makes: the user who runs it. */
const admin = (): string => (process.getuid?.() === 0 ? userName : userInfo().username)

const longestStartMs = 120_000

/** Starts it, an empty one unless its folder exists already. */
export async function startPostgres(
  stage: Stage,
  { name = 'postgres', settings = {}, isNew = true }: PostgresOptions = {},
): Promise<Postgres> {
  const programs = findPostgres() ?? ''
  const port = stage.port(name)
  const folder = stage.makeFolder(name)
  const data = path.join(folder, 'data')
  const at = ['-h', folder, '-p', String(port), '-d', 'postgres']
  if (isNew) {
    const access = ['--encoding=UTF8', '-A', 'scram-sha-256', '--auth-local=trust']
    await stage.run([path.join(programs, 'initdb'), '-D', data, ...access])
  }
  const all = { unix_socket_directories: folder, listen_addresses: '127.0.0.1', ...settings }
  const flags = Object.entries(all).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  const child = stage.start(name, [path.join(programs, 'postgres'), '-D', data, '-p', String(port), ...flags])
  const ask = (sql: string) =>
    stage.run([path.join(programs, 'psql'), ...at, '-v', 'ON_ERROR_STOP=1', '-qAt', '-c', sql])
  const administer = async (sql: string): Promise<void> => {
    await ask(sql)
  }
  const until = async (sql: string): Promise<void> => {
    for (const began = Date.now(); ; await sleep(200))
      try {
        if ((await ask(sql)).stdout.trim() === 't') return
      } catch (error) {
        if (Date.now() - began > longestStartMs || child.exitCode !== null) throw error
      }
  }
  await until('select true')
  return {
    administer,
    endSessions: (database) =>
      administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`),
    createDatabase: (database) => createOwnDatabase(administer, database, port),
    untilPromoted: () => until('select not pg_is_in_recovery()'),
    adminOf: (database) => ({ host: folder, port, user: admin(), database }),
    stop: () => stage.stop(child, 'SIGINT'),
  }
}
