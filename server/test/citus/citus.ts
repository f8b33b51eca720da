import pg from 'pg'
import { distribute } from '../../src/operate/distribute/distribute.ts'
import { placesOf } from '../../src/platform/tables/describe.ts'
import { allTables } from '../../src/rooms.ts'

/**
 * The tests on Citus: `TEST_DATABASE_URL` leads to the maintenance database of a coordinator that has the extension and knows its workers.
 * Each test database is then a copy of a distributed template, made on every server.
 */

export async function ask<Row extends object>(url: string, text: string, values?: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

export const inDatabase = (server: string, name: string): string => {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

/** URLs of the servers that hold the databases: the given one first, then its workers if it is a coordinator. */
export async function findServers(url: string): Promise<string[]> {
  const [{ citus } = { citus: false }] = await ask<{ citus: boolean }>(
    url,
    `select exists (select from pg_extension where extname = 'citus') as citus`,
  )
  if (!citus) return [url]
  const workers = await ask<{ host: string; port: number }>(
    url,
    `select nodename as host, nodeport as port from pg_dist_node where groupid > 0 and noderole = 'primary' order by nodeid`,
  )
  return [
    url,
    ...workers.map(
      ({ host, port }) => Object.assign(new URL(url), { hostname: host, port: String(port) }).href,
    ),
  ]
}

/** Distributes a filled database of the coordinator; the workers' databases of that name are empty. */
export async function spread(servers: readonly string[], name: string): Promise<void> {
  const [coordinator = '', ...workers] = servers.map((server) => inDatabase(server, name))
  for (const url of [coordinator, ...workers]) await ask(url, 'create extension citus')
  const addressOf = (url: string): [string, number] => [new URL(url).hostname, Number(new URL(url).port)]
  await ask(coordinator, 'select citus_set_coordinator_host($1, $2)', addressOf(coordinator))
  for (const url of workers) await ask(coordinator, 'select citus_add_node($1, $2)', addressOf(url))
  await distribute(coordinator, placesOf(allTables), { shards: 4 })
}

/** Closes a database, which can be copied only without connections: Citus keeps one for its maintenance. */
export async function closeForCopies(servers: readonly string[], name: string): Promise<void> {
  for (const server of servers) {
    await ask(server, `alter database ${name} allow_connections false`)
    await ask(server, 'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  }
}

/** Creates an empty database on all servers of `url`, in place of the last one. On Citus `spread` distributes it once it is filled. */
export async function createGiven(
  url: string,
  name: string,
): Promise<{ url: string; spread: () => Promise<void> }> {
  const servers = await findServers(url)
  for (const server of servers) {
    await ask(server, `drop database if exists ${name} with (force)`)
    await ask(server, `create database ${name} template template0`)
  }
  return {
    url: inDatabase(url, name),
    spread: () => (servers.length > 1 ? spread(servers, name) : Promise.resolve()),
  }
}
