import { hostname } from 'node:os'
import { release } from './release.ts'

/** Server processes, by the names of their connections for notifications: each has one, which ends with it. */

export interface ServerNode {
  readonly name: string
  /** Empty for an earlier release, which had no version in its name. */
  readonly version: string
  /** Epoch seconds; 0 if not known. */
  readonly startedAt: number
}

export const linePrefix = 'showroom-line'
/** PostgreSQL cuts longer names of applications. */
const longestName = 63

const startedAt = Math.floor(performance.timeOrigin / 1000)

/** The `application_name` of this process's connection for notifications. */
export const lineName = (): string =>
  `${linePrefix} ${release} ${startedAt} ${hostname()}`.slice(0, longestName)

export function nodeOf(name: string): ServerNode {
  const [, version = '', since = '0', host = ''] = name.split(' ')
  return { name: host, version, startedAt: Number(since) }
}
