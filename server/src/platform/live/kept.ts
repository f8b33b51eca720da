import { channel } from 'node:diagnostics_channel'
import type { Topic } from '@showroom/contract/kernel/call'
import type { Live } from './live.ts'

/** Maximum age of a cached answer in milliseconds. Limits the effect of a lost change event. */
const keptMs = 10_000
/** Default number of cached answers per dealer. More are filters that are rarely repeated. */
const mostAnswers = 500

/** Runs around each read of a cached answer, with the topics that drop it. Tests compare them with the tables that are read. */
export const cachedChannel = channel('showroom:cached')

/** Cache for answers that many open pages request and that are expensive to compute. An entry is dropped when one of its topics changes. */
export interface KeptAnswers<Answer extends object> {
  /** Returns the answer to a dealer's question. The answer may depend on nothing but `key`. */
  get(dealerId: number, key: unknown, read: () => Promise<Answer>): Promise<Answer>
  /** Returns the answers to several questions. Those not cached are read together; `missing` holds their indexes. */
  getEach(
    dealerId: number,
    keys: readonly unknown[],
    read: (missing: readonly number[]) => Promise<readonly Answer[]>,
  ): Promise<Answer[]>
}

interface KeptOptions {
  /** Maximum number of cached answers per dealer. */
  readonly most?: number
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}

interface Kept<Answer> {
  readonly answer: Promise<Answer>
  readonly until: number
}

/**
 * Creates a cache for answers that show these topics. When a topic changes at a dealer, the dealer's answers are dropped before its pages
 * get the event, so pages always refetch new data. Nothing is cached while the connection for notifications is down.
 */
export function cacheUntilChanged<Answer extends object>(
  live: Pick<Live, 'watch' | 'isUp'>,
  shown: Topic | readonly Topic[],
  { most = mostAnswers, now = () => performance.now() }: KeptOptions = {},
): KeptAnswers<Answer> {
  const dealers = new Map<number, Map<string, Kept<Answer>>>()
  let sweeping: NodeJS.Timeout | undefined
  const own = [shown].flat()
  live.watch({
    changed(dealerId, topics) {
      if (own.some((topic) => topics.includes(topic))) dealers.delete(dealerId)
    },
    missed: () => dealers.clear(),
  })

  /** Evicts expired answers. Otherwise they would stay until their dealer changes, and a big report is many kilobytes. */
  function sweep(): void {
    for (const [dealerId, answers] of dealers) {
      for (const [key, { until }] of answers) if (until <= now()) answers.delete(key)
      if (answers.size === 0) dealers.delete(dealerId)
    }
    sweeping = dealers.size > 0 ? sweepLater() : undefined
  }
  const sweepLater = () => setTimeout(sweep, keptMs).unref()

  function getEach(
    dealerId: number,
    questions: readonly unknown[],
    read: (missing: readonly number[]) => Promise<readonly Answer[]>,
  ): Promise<Answer[]> {
    if (!live.isUp()) return read(questions.map((_, at) => at)).then((answers) => [...answers])
    // If a change arrives during the read, `answers` has been dropped already and the result is not cached.
    const answers = dealers.get(dealerId) ?? new Map<string, Kept<Answer>>()
    const keys = questions.map((question) => JSON.stringify(question))
    const entries = keys
      .map((key) => answers.get(key))
      .map((one) => (one && one.until > now() ? one : undefined))
    const missing = entries.flatMap((one, at) => (one ? [] : [at]))
    const together =
      missing.length > 0 ? cachedChannel.runStores(own, () => read(missing)) : Promise.resolve([])
    if (answers.size + missing.length > most) answers.clear()
    dealers.set(dealerId, answers)
    sweeping ??= sweepLater()
    const until = now() + keptMs
    return Promise.all(
      keys.map((key, at) => {
        const entry = entries[at]
        if (entry) return entry.answer
        const answer = together.then((found) => found[missing.indexOf(at)] as Answer)
        answers.set(key, { answer, until })
        answer.catch(() => answers.delete(key))
        return answer
      }),
    )
  }

  return {
    getEach,
    async get(dealerId, question, read) {
      const [answer] = await getEach(dealerId, [question], async () => [await read()])
      return answer as Answer
    },
  }
}

/**
 * Caches the totals of a list that are expensive to count. They are counted with the first page requested and then passed to `read` for the
 * other pages of the same question.
 */
export function keepTotals<Totals extends object>(
  live: Pick<Live, 'watch' | 'isUp'>,
  shown: Topic | readonly Topic[],
  totalsOf: (page: Totals) => Totals,
) {
  const answers = cacheUntilChanged<Totals>(live, shown)
  return async <Page extends Totals>(
    dealerId: number,
    question: unknown,
    read: (known?: Totals) => Promise<Page>,
  ): Promise<Page> => {
    let first: Page | undefined
    const totals = await answers.get(dealerId, question, async () => {
      first = await read()
      return totalsOf(first)
    })
    return first ?? read(totals)
  }
}
