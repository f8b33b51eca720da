import type { Database } from '../db/client.ts'
import { OpenRefusal } from './routes.ts'
import { keepReading } from './sender.ts'
import type { KeptReader, Sender } from './sender.ts'

/** Who may send, and the stores that they name. */
export interface SenderDirectory {
  source(key: string): Sender | undefined
  /** Id of the store with that code. */
  dealer(code: string): number | undefined
  /** And the other way round; empty for an unknown id. */
  codeOf(dealerId: number): string
}

/** Kept by each process for some seconds; `readSenders` tells them by key. */
export const createDirectory = (
  db: Database,
  readSenders: () => Promise<ReadonlyMap<string, Sender>>,
): KeptReader<SenderDirectory> =>
  keepReading(async () => {
    const [senders, dealers] = await Promise.all([
      readSenders(),
      db.selectFrom('dealer').select(['id', 'code']).execute(),
    ])
    const byCode = new Map(dealers.map(({ id, code }) => [code, id]))
    const byId = new Map(dealers.map(({ id, code }) => [id, code]))
    return {
      source: (key) => senders.get(key),
      dealer: (code) => byCode.get(code),
      codeOf: (dealerId) => byId.get(dealerId) ?? '',
    }
  })

/** The store with the code; a new one is looked for. Refused where there is none. */
export async function dealerOf(directory: KeptReader<SenderDirectory>, code: string): Promise<number> {
  const dealerId = (await directory.read()).dealer(code) ?? (await directory.read(0)).dealer(code)
  if (dealerId !== undefined) return dealerId
  const text = '门店编码不存在'
  throw new OpenRefusal(400, text, { fields: [{ path: 'dealerCode', text }] })
}

/** What a sender names a delivery by: the store in front, as in every key. */
export const receiptOf = (dealerId: number, id: number): string => `${dealerId}-${id}`

/** What a receipt names; undefined for what is none. */
export function partsOf(receipt: string): { dealerId: number; id: number } | undefined {
  const [, dealerId, id] = /^(\d{1,9})-(\d{1,15})$/.exec(receipt) ?? []
  return dealerId && id ? { dealerId: Number(dealerId), id: Number(id) } : undefined
}
