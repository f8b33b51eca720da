import { readSenders } from '../lead/index.ts'
import type { Database } from '../platform/db/client.ts'
import type { Logger } from '../platform/log.ts'
import { keepReading } from '../platform/open/sender.ts'
import type { KeptReader, Sender } from '../platform/open/sender.ts'

/** The maker's order systems, and the stores that they name. */
export interface MakerDirectory {
  source(key: string): Sender | undefined
  /** Id of the store with that code. */
  dealer(code: string): number | undefined
  /** And the other way round; empty for an unknown id. */
  codeOf(dealerId: number): string
}

export const createMakerDirectory = (
  db: Database,
  serverSecret: string,
  log: Logger,
): KeptReader<MakerDirectory> =>
  keepReading(async () => {
    const [sources, dealers] = await Promise.all([
      readSenders(db, serverSecret, log, 'orders'),
      db.selectFrom('dealer').select(['id', 'code']).execute(),
    ])
    const byCode = new Map(dealers.map(({ id, code }) => [code, id]))
    const byId = new Map(dealers.map(({ id, code }) => [id, code]))
    return {
      source: (key) => sources.get(key),
      dealer: (code) => byCode.get(code),
      codeOf: (dealerId) => byId.get(dealerId) ?? '',
    }
  })
