import { hasClosedStore } from '../../platform/jobs/stores.repository.ts'
import { receiptOf } from '../../platform/open/directory.ts'
import { factTexts, IncomingLead, remarkMax } from '@showroom/contract/lead/intake.schema'
import type { IntakeReceipt } from '@showroom/contract/lead/intake.schema'
import type { FieldError } from '@showroom/contract/kernel/errors'
import { readLeniently } from '@showroom/contract/kernel/lenient'
import { readPhones } from '@showroom/contract/kernel/phones'
import { transact } from '../../platform/db/client.ts'
import type { Database } from '../../platform/db/client.ts'
import { contentId } from '../../platform/open/content.ts'
import { warned } from '../../platform/open/routes.ts'
import type { Directory, DirectoryReader, Source } from './intake.directory.ts'
import { insertDeliveries, insertRefused, lockRefused, markReplayed } from './intake.repository.ts'
import type { NewDelivery } from './intake.repository.ts'
import type { ReceivedLead } from './receive.repository.ts'

/** Takes in deliveries and stores them at once. The worker turns them into leads. */

export interface IntakeDeps {
  readonly db: Database
  readonly directory: DirectoryReader
  /** Wakes the worker for these stores. */
  wake(dealerIds: Iterable<number>): void
}

type Incoming = Omit<ReceivedLead, 'receivedAt'>
/** A lead with its store and the fields that were left out of it, or why there is none. */
export type Reading = {
  readonly dealerId: number
  readonly externalId: string
  readonly warnings: readonly FieldError[]
} & ({ readonly lead: Incoming } | { readonly errors: readonly FieldError[] })

/** Parses one lead of a source. Only an unknown store or no usable number refuses it. */
export function readDelivery(
  directory: Directory,
  source: Pick<Source, 'id' | 'sourceId'>,
  item: unknown,
): Reading {
  const { valid: known, data, ...read } = readLeniently(IncomingLead, item)
  const dealerId = known.dealerCode === undefined ? undefined : directory.dealer(known.dealerCode)
  const externalId = known.externalId || contentId(item)
  const warnings = [...read.warnings]
  const errors = read.errors.map(({ path, text }) => ({ path, text: path === '' ? '线索应为对象' : text }))
  if (known.dealerCode !== undefined && dealerId === undefined)
    errors.push({ path: 'dealerCode', text: '门店编码不存在' })
  if (!data || dealerId === undefined || errors.length > 0)
    return { dealerId: dealerId ?? 0, externalId, warnings, errors }
  const { name, mobile, province, city, remark, clueLevel, ...rest } = data
  const seriesId = rest.series ? directory.series(rest.series) : undefined
  if (rest.series && !seriesId) warnings.push({ path: 'series', text: unknownSeries(rest.series) })
  const place = placeOf(directory, { province, city })
  const phones = readPhones(mobile)
  const remarks = joinRemark(remark, phones.words)
  if (phones.mobile === '') warnings.push({ path: 'mobile', text: '无手机号，所留号码已存为备用号码' })
  if (remarks.isCut && !warnings.some(({ path }) => path === 'remark'))
    warnings.push({ path: 'remark', text: `超过${remarkMax}个字，已截断` })
  return {
    dealerId,
    externalId,
    warnings: [...warnings, ...place.problems],
    lead: {
      // Two senders of the same online source may use the same ids.
      externalId: `${source.id}:${externalId}`,
      sourceId: source.sourceId,
      name,
      mobile: phones.mobile,
      secondPhone: phones.secondPhone,
      seriesId: seriesId ?? null,
      ...place.region,
      remark: remarks.text,
      clueLevel,
      facts: factsOf(rest),
    },
  }
}

/** Adds the words beside a number to a remark, which gives way to them at its limit. Limits count code points. */
function joinRemark(remark: string, words: string): { text: string; isCut: boolean } {
  if (words === '') return { text: remark, isCut: false }
  const [long, added] = [Array.from(remark), Array.from(words).slice(0, remarkMax)]
  const room = Math.max(0, remarkMax - added.length - 1)
  const text = [long.slice(0, room).join(''), added.join('')].filter(Boolean).join('\n')
  return { text, isCut: long.length > room || Array.from(words).length > remarkMax }
}

/** An unknown name is kept with the lead, as text. */
const unknownSeries = (series: number | string): string =>
  typeof series === 'number' ? '车系不存在' : `车系“${series}”不存在`

/** Finds the region by any of its names. A wrong province does not cost the city. */
function placeOf(
  { findRegion }: Pick<Directory, 'findRegion'>,
  sent: { readonly province: string; readonly city: string },
): { region: Pick<Incoming, 'province' | 'city' | 'area'>; problems: readonly FieldError[] } {
  const { problem, ...region } = findRegion(sent)
  const problems = problem
    ? [{ path: problem.level === 'province' ? 'province' : 'city', text: problem.text }]
    : []
  if (problem?.level !== 'province' || sent.city === '') return { region, problems }
  const alone = placeOf({ findRegion }, { province: '', city: sent.city })
  return { region: alone.region, problems: [...problems, ...alone.problems] }
}

/** Facts from the source, named as in the lead's detail, without empty ones. */
function factsOf(lead: Omit<IncomingLead, 'name' | 'mobile' | 'province' | 'city' | 'remark' | 'clueLevel'>) {
  const list = (names: readonly string[]) => names.length > 0 && JSON.stringify(names)
  const facts = {
    ...Object.fromEntries(factTexts.map((name) => [name, lead[name]])),
    seriesName: typeof lead.series === 'string' && lead.series,
    zhwxUrl: lead.zhwxUrl,
    paymentMoney: lead.paymentMoney,
    historySpec: list(lead.historySpec),
    attentionSeries: list(lead.attentionSeries),
    createdAt: lead.createdAt,
  }
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => Boolean(value)))
}

/** A store was closed after the directory was read. */
class StaleDirectory extends Error {}

/** Stores the leads of a request in one durable insert and returns their receipts in the order of the items. */
export async function takeIn(
  deps: IntakeDeps,
  source: Source,
  items: readonly unknown[],
  now: Date,
  isFresh = false,
): Promise<IntakeReceipt[]> {
  const readings = await readAll(deps.directory, source, items, isFresh)
  const deliveries = readings.map((reading, at): NewDelivery & { reading: Reading } => ({
    dealerId: reading.dealerId,
    externalId: reading.externalId,
    body: items[at],
    warnings: reading.warnings,
    reading,
  }))
  const good = deliveries.filter(({ reading }) => 'lead' in reading)
  const stored = await transact(deps.db, async (trx) => {
    const inserted = await insertDeliveries(trx, source.id, good, now)
    const isClosed = !isFresh && (await hasClosedStore(trx, new Set(good.map(({ dealerId }) => dealerId))))
    if (isClosed) throw new StaleDirectory()
    return inserted
  }).catch((error: unknown) => {
    if (error instanceof StaleDirectory) return undefined
    throw error
  })
  if (!stored) return takeIn(deps, source, items, now, true)
  const receipts: IntakeReceipt[] = []
  const taken = new Set<string>()
  for (const { reading, ...delivery } of deliveries) {
    const { dealerId, externalId } = delivery
    if ('errors' in reading) {
      const id = await insertRefused(deps.db, source.id, { ...delivery, errors: reading.errors }, now)
      receipts.push({
        receipt: receiptOf(dealerId, id),
        externalId,
        state: 'refused',
        errors: [...reading.errors],
        ...warned(reading.warnings),
      })
      continue
    }
    const { id, isNew, warnings } = stored(delivery)
    const receipt = receiptOf(dealerId, id)
    // A lead repeated within the request counts once.
    const state = isNew && !taken.has(receipt) ? 'accepted' : 'repeated'
    receipts.push({ receipt, externalId, state, ...warned(warnings) })
    taken.add(receipt)
  }
  deps.wake(new Set(good.map(({ dealerId }) => dealerId)))
  return receipts
}

/** Reads the directory again if it lacks a store or a series, which may be new. */
async function readAll(
  reader: DirectoryReader,
  source: Source,
  items: readonly unknown[],
  isFresh: boolean,
): Promise<Reading[]> {
  const directory = await (isFresh ? reader.read(0) : reader.read())
  const readings = items.map((item) => readDelivery(directory, source, item))
  const unknown = readings.some((reading) =>
    [...reading.warnings, ...('errors' in reading ? reading.errors : [])].some(
      ({ text }) => text === '门店编码不存在' || text === '车系不存在',
    ),
  )
  if (!unknown) return readings
  const fresh = await reader.read(0)
  return items.map((item) => readDelivery(fresh, source, item))
}

/**
 * Retries refused deliveries. Those valid now get a new receipt, the others stay refused. One that was replayed before returns its receipt
 * from then.
 */
export async function replay(
  deps: IntakeDeps,
  source: Source,
  receipts: readonly string[] | undefined,
  now: Date,
): Promise<(IntakeReceipt & { was: string })[]> {
  const directory = await deps.directory.read(0)
  const answers = await transact(deps.db, async (trx) => {
    const refused = await lockRefused(trx, source.id, receipts)
    const tried = refused.map((delivery) => ({
      ...delivery,
      was: receiptOf(delivery.dealerId, delivery.id),
      reading: readDelivery(directory, source, delivery.body),
    }))
    const good = tried.flatMap(({ replayedAs, reading, body }) =>
      replayedAs === null && 'lead' in reading ? [{ ...reading, body }] : [],
    )
    const deliveries = await insertDeliveries(trx, source.id, good, now)
    const replayed: { dealerId: number; id: number; receipt: string }[] = []
    const receiptsOf = tried.map(
      ({ reading, dealerId, id, was, ...row }): IntakeReceipt & { was: string } => {
        const { externalId } = reading
        if (row.replayedAs !== null) return { was, receipt: row.replayedAs, externalId, state: 'repeated' }
        if ('errors' in reading)
          return {
            was,
            receipt: was,
            externalId,
            state: 'refused',
            errors: [...reading.errors],
            ...warned(reading.warnings),
          }
        const made = deliveries(reading)
        const receipt = receiptOf(reading.dealerId, made.id)
        const isFirst = made.isNew && !replayed.some((one) => one.receipt === receipt)
        replayed.push({ dealerId, id, receipt })
        return {
          was,
          receipt,
          externalId,
          state: isFirst ? 'accepted' : 'repeated',
          ...warned(made.warnings),
        }
      },
    )
    await markReplayed(trx, replayed)
    return { receipts: receiptsOf, dealerIds: new Set(good.map(({ dealerId }) => dealerId)) }
  })
  deps.wake(answers.dealerIds)
  return answers.receipts
}
