import { findServers } from './citus.ts'

/**
 * Citus does not support these tests. By file: `vitest.config.ts` excludes whole files there, and `guards/setup.ts` skips
 * tests whose full names contain one of the texts.
 */
interface Exception {
  readonly tests: 'all' | readonly string[]
  readonly why: string
}

const triggers = 'lets a write fail by a trigger of its own, which a distributed table refuses'
const seeds = 'fills large stores: they are filled before a database is distributed'

/**
 * File names below `server`, without `.test.ts`. All plan tests are left out, too: the plans on Citus name tasks of workers instead of indexes.
 */
const exceptions: Readonly<Record<string, Exception>> = {
  'src/customer/list/deep': { tests: 'all', why: seeds },
  'src/desk/arrival': {
    tests: ['become what they would be today'],
    why: 'moves rows to other days by a function in an update, which Citus refuses',
  },
  'src/operate/distribute/distribute': { tests: 'all', why: 'distributes a database that is on one server' },
  'src/lead/intake/intake.worker': {
    tests: ['a delivery that fails by a server error'],
    why: triggers,
  },
  'src/platform/db/away': {
    tests: ['replaces backends that an administrator terminated'],
    why: 'ends all backends, also those with which Citus maintains the database',
  },
  'src/platform/db/client': {
    tests: ['plans once for all values, and for each value on Citus'],
    why: 'pretends to be on Citus',
  },
  'src/platform/db/fault': { tests: ['answers queries, refuses writes with 503'], why: triggers },
  'src/platform/db/tables': { tests: 'all', why: 'compares with the catalogue of PostgreSQL 18' },
  'src/platform/files/uploads': {
    tests: ['an unused upload'],
    why: 'moves rows to earlier hours by a function in an update, which Citus refuses',
  },
  'src/platform/http/idempotency': {
    tests: ['may be used again after a failure, which leaves nothing behind'],
    why: 'renames a table of stores: Citus serves prepared statements from its shards',
  },
  'src/report/fate': {
    tests: 'all',
    why: 'joins open plans by an outer join without the store, which Citus refuses',
  },
  'src/seed/demo': { tests: 'all', why: seeds },
  'src/transfer/import/import': {
    tests: ['leaves whole batches with correct counts', 'during the check restarts it'],
    why: triggers,
  },
  'test/cleaning': {
    tests: ['folds every character as the contract does', 'folds texts as the contract does'],
    why: 'needs the characters of PostgreSQL 17',
  },
  'test/commands': {
    tests: ['bench pages runs'],
    why: 'the stage of its pages is set before a database is distributed',
  },
  'test/storm/storm': {
    tests: ['no transactions of the storms deadlocked'],
    why: 'looking for deadlocks, Citus takes all transactions that have not yet used a table of stores for one, and repeats some that only wait',
  },
}

/** Patterns of the files that are left out as a whole, if the database at `url` is that of a coordinator. */
export async function findExcluded(url: string): Promise<string[]> {
  if ((await findServers(url)).length === 1) return []
  const whole = Object.entries(exceptions).filter(([, { tests }]) => tests === 'all')
  return ['server/src/**/*.plans.test.ts', ...whole.map(([file]) => `server/${file}.test.ts`)]
}

/** Why a test is left out on Citus, if it is. `file` is its path, `name` its full name. */
export function whyNotOnCitus(file: string, name: string): string | undefined {
  const { tests = [], why } = exceptions[file.replace(/^.*\/server\/|\.test\.ts$/g, '')] ?? {}
  return tests === 'all' || tests.some((text) => name.includes(text)) ? why : undefined
}
