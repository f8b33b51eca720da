import type { ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../../bench/database.ts'
import { adapt } from './adapt.ts'
import { createOwnDatabase } from './postgres.ts'
import { findPostgres } from './programs.ts'
import { startHaproxy } from './proxy.ts'
import type { Proxy } from './proxy.ts'
import type { Stage } from './stage.ts'

/** Three database nodes with etcd and Patroni behind HAProxy, by the files of `deploy`. */

interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
}

interface Node {
  readonly name: string
  readonly address: string
  readonly folder: string
}

const superuserPassword = 'choose-another'

export class Cluster {
  readonly #stage: Stage
  readonly #nodes: readonly Node[]
  readonly #patroni = new Map<string, ChildProcess>()
  readonly #others: ChildProcess[] = []
  readonly #proxyPort: number
  /** Seconds after which a lost primary is replaced. */
  readonly ttl: number

  private constructor(stage: Stage, nodes: readonly Node[], ttl: number) {
    this.#stage = stage
    this.#nodes = nodes
    this.#proxyPort = stage.port('patroni')
    this.ttl = ttl
  }

  /** Starts the nodes, each on its own address of the loopback network, and waits until all are in step. HAProxy also serves the instances. */
  static async start(
    stage: Stage,
    deploy: string,
    nginx: Proxy,
  ): Promise<{ readonly cluster: Cluster; readonly proxy: Proxy }> {
    const files = path.join(deploy, 'patroni')
    const { firstPort } = stage
    const network = `127.${Math.floor(firstPort / 256)}.${firstPort % 256}`
    const nodes = ['11', '12', '13'].map((host, at) => ({
      name: `pg${at + 1}`,
      address: `${network}.${host}`,
      folder: stage.makeFolder(`pg${at + 1}`),
    }))
    const addresses = Object.fromEntries(
      nodes.map(({ address }) => [`10.0.0.${address.split('.')[3]}`, address]),
    )
    const ttl = Number(/^ +ttl: (\d+)$/m.exec(readFileSync(path.join(files, 'patroni.yml'), 'utf8'))?.[1])
    const cluster = new Cluster(stage, nodes, ttl)
    for (const node of nodes) cluster.#startEtcd(node, path.join(files, 'etcd'), addresses)
    for (const node of nodes) cluster.#writePatroni(node, path.join(files, 'patroni.yml'), addresses)
    for (const node of nodes) cluster.startPatroni(node.name)
    const finding = { '127.0.0.1:5000': `127.0.0.1:${cluster.#proxyPort}`, ...addresses }
    const appended = adapt(path.join(deploy, 'patroni/haproxy.cfg'), finding)
    const { proxy, child } = await startHaproxy(
      stage,
      path.join(deploy, 'haproxy/haproxy.cfg'),
      nginx,
      appended,
    )
    cluster.#others.push(child)
    await cluster.untilWhole()
    return { cluster, proxy }
  }

  #startEtcd({ name, address, folder }: Node, file: string, addresses: Readonly<Record<string, string>>) {
    const data = { '/var/lib/etcd/showroom': path.join(folder, 'etcd') }
    const text = adapt(file, { NODE: name, ADDRESS: address, ...data, ...addresses })
    const variables = Object.fromEntries(
      [...text.matchAll(/^(ETCD_\w+)=(.*)$/gm)].map(([, variable = '', value = '']) => [variable, value]),
    )
    this.#others.push(this.#stage.start(`etcd-${name}`, ['etcd'], variables))
  }

  #writePatroni({ name, address, folder }: Node, file: string, addresses: Readonly<Record<string, string>>) {
    const text = adapt(file, {
      NODE: name,
      ADDRESS: address,
      '10.0.0.0/24': '127.0.0.0/8',
      ...addresses,
      '/usr/lib/postgresql/15/bin': findPostgres() ?? '',
      '/var/lib/postgresql/15/showroom': path.join(folder, 'data'),
      '/var/run/postgresql': folder,
      'SUPERUSER-PASSWORD': superuserPassword,
    })
    writeFileSync(path.join(folder, 'config.yml'), text)
  }

  #nodeOf(name: string): Node {
    const node = this.#nodes.find((one) => one.name === name)
    if (!node) throw new Error(`There is no node ${name}.`)
    return node
  }

  startPatroni(name: string): void {
    const place = path.join(this.#nodeOf(name).folder, 'config.yml')
    this.#patroni.set(name, this.#stage.start(`patroni-${name}`, ['patroni', place]))
  }

  /** The nodes as Patroni lists them. */
  async members(): Promise<readonly Member[]> {
    for (const { address } of this.#nodes) {
      const answer = await fetch(`http://${address}:8008/cluster`).catch(() => undefined)
      if (answer?.ok) return ((await answer.json()) as { members: Member[] }).members
    }
    return []
  }

  async leader(): Promise<string> {
    return (await this.members()).find(({ role }) => role === 'leader')?.name ?? ''
  }

  /** Waits until every node runs, one leads and one is its synchronous standby. Returns the seconds. */
  async untilWhole(): Promise<number> {
    const began = performance.now()
    for (;;) {
      const members = await this.members()
      const running = members.filter(({ state }) => ['running', 'streaming'].includes(state))
      const roles = running.map(({ role }) => role)
      const seconds = (performance.now() - began) / 1000
      if (roles.length === 3 && roles.includes('leader') && roles.includes('sync_standby')) return seconds
      if (seconds > 120) {
        const logs = this.#nodes.map(({ name }) => this.#stage.tailOf(`patroni-${name}`))
        throw new Error(`The nodes are not in step: ${JSON.stringify(members)}\n${logs.join('\n\n')}`)
      }
      await sleep(500)
    }
  }

  /** Hands the lead over to the synchronous standby, as an operator does. */
  async switchOver(): Promise<void> {
    const place = path.join(this.#nodeOf('pg1').folder, 'config.yml')
    await this.#stage.run([
      'patronictl',
      '-c',
      place,
      'switchover',
      '--master',
      await this.leader(),
      '--force',
    ])
  }

  /** Kills Patroni and PostgreSQL of the leader, as a machine that fails. Returns its name. */
  async killLeader(): Promise<string> {
    const name = await this.leader()
    const { folder } = this.#nodeOf(name)
    const [postmaster] = readFileSync(path.join(folder, 'data/postmaster.pid'), 'utf8').split('\n')
    this.#patroni.get(name)?.kill('SIGKILL')
    process.kill(Number(postmaster), 'SIGKILL')
    return name
  }

  /** Creates a role that owns an empty database, on the leader. Returns its URL through HAProxy. */
  createDatabase(name: string): Promise<string> {
    const url = `postgres://postgres:${superuserPassword}@127.0.0.1:${this.#proxyPort}/postgres`
    return createOwnDatabase((text) => ask(url, text), name, this.#proxyPort)
  }

  /** The URL of a database at a standby, without HAProxy. */
  async atStandby(url: string): Promise<string> {
    const standby = (await this.members()).find(({ role }) => role !== 'leader')
    const at = new URL(url)
    at.host = `${this.#nodeOf(standby?.name ?? '').address}:5432`
    return at.href
  }

  /** Stops the nodes. Patroni stops its PostgreSQL. */
  async stop(): Promise<void> {
    await Promise.all([...this.#patroni.values()].map((child) => this.#stage.stop(child)))
    await Promise.all(this.#others.map((child) => this.#stage.stop(child)))
  }
}
