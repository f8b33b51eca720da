import type { Topic } from '@showroom/contract/kernel/call'
import type { Live } from './live.ts'

/** How long an answer is kept at most, whatever is heard: bounds what a lost hint can do. */
const keptMs = 10_000
/** Of one dealer, unless it is said; more are filters that nobody asks for twice. */
const mostAnswers = 500

/** Answers that everybody's open page asks for, and that are dear to work out: kept until something they show changes. */
export interface KeptAnswers<Answer extends object> {
  /** The answer to a question of the dealer. What `key` says is all that the answer may depend on. */
  get(dealerId: number, key: unknown, read: () => Promise<Answer>): Promise<Answer>
  /** The answers to several questions. Those that are not kept, by their places, are read together. */
  getEach(
    dealerId: number,
    keys: readonly unknown[],
    read: (missing: readonly number[]) => Promise<readonly Answer[]>,
  ): Promise<Answer[]>
}

interface KeptOptions {
  /** Answers of one dealer that are kept at once. */
  readonly most?: number
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number
}

interface Kept<Answer> {
  readonly answer: Promise<Answer>
  readonly until: number
}

/**
 * Answers that show a topic, or several. A process drops those of a dealer as soon as it hears that one of them changed there, before its
 * pages do: what they then read is new. Nothing is kept while the line is down.
 */
export function keepUntilChanged<Answer extends object>(
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

  /** What is too old is given to nobody: it would stay until its own dealer changes, and a big report is many kilobytes. */
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
    // An answer that a change overtakes goes to a set that is dropped already.
    const answers = dealers.get(dealerId) ?? new Map<string, Kept<Answer>>()
    const keys = questions.map((question) => JSON.stringify(question))
    const known = keys
      .map((key) => answers.get(key))
      .map((one) => (one && one.until > now() ? one : undefined))
    const missing = known.flatMap((one, at) => (one ? [] : [at]))
    const together = missing.length > 0 ? read(missing) : Promise.resolve([])
    if (answers.size + missing.length > most) answers.clear()
    dealers.set(dealerId, answers)
    sweeping ??= sweepLater()
    const until = now() + keptMs
    return Promise.all(
      keys.map((key, at) => {
        const kept = known[at]
        if (kept) return kept.answer
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
 * A list whose totals are dear to count: they are counted with the first page that is asked for, and kept as above for the question's other
 * pages. `read` is told them where they are known.
 */
export function keepTotals<Totals extends object>(
  live: Pick<Live, 'watch' | 'isUp'>,
  shown: Topic,
  totalsOf: (page: Totals) => Totals,
) {
  const kept = keepUntilChanged<Totals>(live, shown)
  return async <Page extends Totals>(
    dealerId: number,
    question: unknown,
    read: (known?: Totals) => Promise<Page>,
  ): Promise<Page> => {
    let first: Page | undefined
    const totals = await kept.get(dealerId, question, async () => {
      first = await read()
      return totalsOf(first)
    })
    return first ?? read(totals)
  }
}
