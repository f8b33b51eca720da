import type { Database } from '../db/client.ts'
import { listStoreCodes } from '../jobs/stores.repository.ts'
import { OpenRefusal } from './routes.ts'
import { keepReading } from './sender.ts'
import type { KeptReader, Sender } from './sender.ts'

/** The known senders, and the stores they name by code. */
export interface SenderDirectory {
  source(key: string): Sender | undefined
  /** Id of the open store with that code; undefined for an unknown or closed one. */
  dealer(code: string): number | undefined
  /** Code of a store; empty for an unknown id. */
  codeOf(dealerId: number): string
}

/** Creates the directory, cached by each process for some seconds. `readSenders` returns the senders by key. */
export const createDirectory = (
  db: Database,
  readSenders: () => Promise<ReadonlyMap<string, Sender>>,
): KeptReader<SenderDirectory> =>
  keepReading(async () => {
    const [senders, dealers] = await Promise.all([readSenders(), listStoreCodes(db)])
    const byCode = new Map(dealers.flatMap(({ id, code, isClosed }) => (isClosed ? [] : [[code, id]])))
    const byId = new Map(dealers.map(({ id, code }) => [id, code]))
    return {
      source: (key) => senders.get(key),
      dealer: (code) => byCode.get(code),
      codeOf: (dealerId) => byId.get(dealerId) ?? '',
    }
  })

/** The store of deliveries that name none of ours. They are kept for a retry. */
export const unknownStore = 0
export const noSuchStore = '门店编码不存在'

/** Returns the store with the code, or `unknownStore`. Bypasses the cache for an unknown code, as the store may be new. */
export const dealerOf = async (directory: KeptReader<SenderDirectory>, code: string): Promise<number> =>
  (await directory.read()).dealer(code) ?? (await directory.read(0)).dealer(code) ?? unknownStore

/** The refusal of a delivery to an unknown store. `more` is the answer about the kept delivery. */
export const refuseStore = (more: Readonly<Record<string, unknown>> = {}): OpenRefusal =>
  new OpenRefusal(400, noSuchStore, { fields: [{ path: 'dealerCode', text: noSuchStore }], more })

/** The receipt of a delivery: the store's id and the delivery's id. */
export const receiptOf = (dealerId: number, id: number): string => `${dealerId}-${id}`

/** Parses a receipt; undefined if it is malformed. */
export function partsOf(receipt: string): { dealerId: number; id: number } | undefined {
  const [, dealerId, id] = /^(\d{1,9})-(\d{1,15})$/.exec(receipt) ?? []
  return dealerId && id ? { dealerId: Number(dealerId), id: Number(id) } : undefined
}
