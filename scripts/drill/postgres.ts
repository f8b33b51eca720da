import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findPostgres } from './programs.ts'
import type { Stage } from './stage.ts'

/** An empty PostgreSQL of Debian, on the first port of the drill. */
export interface Postgres {
  /** Runs statements as its administrator. */
  administer(sql: string): Promise<void>
  /** Ends all sessions of a database. */
  endSessions(name: string): Promise<void>
  /** Creates a role that owns an empty database, as docs/deploy.md does. Returns its URL. */
  createDatabase(name: string): Promise<string>
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

export async function startPostgres(stage: Stage): Promise<Postgres> {
  const programs = findPostgres() ?? ''
  const folder = stage.makeFolder('postgres')
  const at = ['-h', folder, '-p', String(stage.firstPort), '-d', 'postgres']
  await stage.run([
    path.join(programs, 'initdb'),
    '-D',
    path.join(folder, 'data'),
    '--encoding=UTF8',
    '-A',
    'scram-sha-256',
    '--auth-local=trust',
  ])
  const settings = ['-c', `unix_socket_directories=${folder}`, '-c', 'listen_addresses=127.0.0.1']
  stage.start('postgres', [
    path.join(programs, 'postgres'),
    '-D',
    path.join(folder, 'data'),
    '-p',
    String(stage.firstPort),
    ...settings,
  ])
  const psql = path.join(programs, 'psql')
  const administer = async (sql: string): Promise<void> => {
    await stage.run([psql, ...at, '-v', 'ON_ERROR_STOP=1', '-q', '-c', sql])
  }
  for (let attempt = 0; ; attempt++) {
    try {
      await administer('select 1')
      break
    } catch (error) {
      if (attempt > 50) throw error
      await sleep(200)
    }
  }
  return {
    administer,
    endSessions: (name) =>
      administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`),
    createDatabase: (name) => createOwnDatabase(administer, name, stage.firstPort),
  }
}
