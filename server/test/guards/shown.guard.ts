import { AsyncLocalStorage } from 'node:async_hooks'
import { appendFileSync } from 'node:fs'
import { rooms } from '@showroom/contract'
import type { Call, Topic } from '@showroom/contract/kernel/call'
import { cachedChannel } from '../../src/platform/live/kept.ts'
import { topicOf } from '../../src/topics.ts'
import { isOfTests } from './statement.ts'
import type { Guard } from './statement.ts'

/** Topics by the path of the queries that read their tables. */
export type Shown = Readonly<Record<string, readonly string[]>>

/** Topics that drop the cached answer being read. */
const caching = new AsyncLocalStorage<readonly Topic[]>()
cachedChannel.bindStore(caching)

/** Whether a query says why it does not display a topic. */
const isOmitted = ({ omits }: Call, topic: Topic): boolean =>
  typeof omits === 'string' || omits?.[topic] !== undefined

/**
 * A query shows the topics of the tables that it reads, or says in `omits` why not; a cached answer is dropped by them
 * (docs/decisions/0108-topics-from-writes.md).
 */
export function createShownGuard(): Guard & { shown(): Shown } {
  const problems = new Set<string>()
  const read = new Map<string, Set<string>>()
  return {
    see({ uses, call, file }) {
      if (!call || call.writes || call.upload || call.may === 'public') return
      for (const { table, verb } of uses) {
        const topic = verb === 'select' ? topicOf(table) : undefined
        if (!topic || isOfTests(file() ?? '')) continue
        const topics = read.get(call.path) ?? new Set()
        read.set(call.path, topics.add(topic))
        const line = `${call.path}\t${topic}\t${table}\n`
        if (process.env['TOPICS_OUT']) appendFileSync(process.env['TOPICS_OUT'], line)
        if (isOmitted(call, topic)) continue
        const cached = caching.getStore()
        if (!call.shows.includes(topic))
          problems.add(
            `${call.path} reads ${table} and does not show ${topic}: add it to \`shows\` or \`omits\``,
          )
        else if (cached && !cached.includes(topic))
          problems.add(`${call.path} caches rows of ${table} until other topics than ${topic} change`)
      }
    },
    problems: () => [...problems],
    shown: () => Object.fromEntries([...read].map(([path, topics]) => [path, [...topics]])),
  }
}

/** Topics that a query shows, or omits by name, and that it read in no test. */
export function findUnread(
  all: readonly Shown[],
  calls: readonly Call[] = Object.values<Readonly<Record<string, Call>>>(rooms).flatMap((room) =>
    Object.values(room),
  ),
): string[] {
  return calls.flatMap(({ path, shows, omits = {} }) => {
    const named = [...shows, ...(typeof omits === 'string' ? [] : Object.keys(omits))]
    return named
      .filter((topic) => !all.some((shown) => shown[path]?.includes(topic)))
      .map((topic) => `${path} names ${topic}, whose tables it read in no test`)
  })
}
