import { timelineType } from '@showroom/contract/customer/customer.rules'
import { factsOf } from '@showroom/contract/customer/timeline.schema'
import type { ImportWay } from '@showroom/contract/transfer/transfer.schema'
import type { Catalogue } from '../../platform/export/catalogue.ts'
import type { Executor } from '../../platform/db/client.ts'
import type { Acting } from '../../platform/http/handler.ts'
import type { Scope } from '../../platform/session/session.ts'
import { insertImported, readFiles } from './amend.repository.ts'
import type { AmendableFile } from './amend.repository.ts'
import { amend, amendable, describeAmendment, lacksCompany } from './amend.rules.ts'
import type { AmendLine, FileValues, Given } from './amend.rules.ts'
import type { NewVersion } from '../handover/assign.repository.ts'
import { writeAction } from '../customer.repository.ts'
import type { CustomerChange, DealChange } from '../customer.repository.ts'
import { lockCustomers } from '../lock.ts'
import { unchangedOf } from '../profile/unchanged.ts'

/** Updates files by rows of a workbook, undoes such updates, and adds follow-ups of older systems. */

export interface Amendment {
  readonly rowNo: number
  readonly customerId: number
  readonly given: Given
}

/** The outcome of a row: why its file is left alone, or what changes; no lines if nothing does. */
export type Amended =
  | { readonly left: string }
  | { readonly wrong: string }
  | { readonly who: string; readonly changed: Partial<FileValues>; readonly lines: readonly AmendLine[] }

export interface Amending {
  readonly way: ImportWay
  readonly storeCity: string
  readonly catalogue: Catalogue
}

const whyLeft = (file: AmendableFile | undefined): string | undefined => {
  if (!file) return '客户不存在或不可见，不更新'
  if (file.level === 'F') return '客户已战败，不更新'
  if (file.isWaiting) return '客户战败审核中，不更新'
  return file.isSuspend ? '客户休眠中，不更新' : undefined
}

function judge(file: AmendableFile | undefined, { given }: Amendment, amending: Amending): Amended {
  const left = whyLeft(file)
  if (!file || left !== undefined) return { left: left ?? '' }
  const changed = amend(file.values, given, amending.way, amending.storeCity)
  if (lacksCompany(file.values, changed)) return { wrong: '请输入企业名称' }
  return {
    who: file.values.name,
    changed,
    lines: describeAmendment(amending.catalogue, file.values, changed),
  }
}

/** Returns by row number how rows would change their files. */
export async function planAmendments(
  db: Executor,
  scope: Scope,
  amending: Amending,
  rows: readonly Amendment[],
): Promise<ReadonlyMap<number, Amended>> {
  const files = await readFiles(
    db,
    scope,
    rows.map(({ customerId }) => customerId),
  )
  return new Map(rows.map((row) => [row.rowNo, judge(files.get(row.customerId), row, amending)]))
}

/** Values of a file before an update, by table and column. */
export interface Replaced {
  readonly customer: Readonly<Record<string, unknown>>
  readonly deal: Readonly<Record<string, unknown>>
}
export interface AmendedFile extends NewVersion {
  readonly rowNo: number
  readonly before: Replaced
}

const picked = (values: object, columns: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([key]) => columns.includes(key)))
const split = (values: object): Replaced => ({
  customer: picked(values, amendable.customer),
  deal: picked(values, [...amendable.deal, ...amendable.derived]),
})
const asChange = ({ customer, deal }: Replaced) => ({
  customer: customer as CustomerChange,
  ...(Object.keys(deal).length > 0 && { deal: deal as DealChange }),
})

/** Updates the files, with a timeline row each. Returns what was replaced, and the outcomes of all rows. */
export async function amendFiles(
  { db, session, now, ...acting }: Acting,
  amending: Amending,
  rows: readonly Amendment[],
): Promise<{ done: AmendedFile[]; outcomes: ReadonlyMap<number, Amended> }> {
  const { scope, memberName } = session
  await lockCustomers(
    { db, session, now, ...acting },
    rows.map(({ customerId }) => customerId),
  )
  const files = await readFiles(
    db,
    scope,
    rows.map(({ customerId }) => customerId),
  )
  const done: AmendedFile[] = []
  const outcomes = new Map<number, Amended>()
  for (const row of rows) {
    const file = files.get(row.customerId)
    const outcome = judge(file, row, amending)
    outcomes.set(row.rowNo, outcome)
    if (!file || !('lines' in outcome) || outcome.lines.length === 0) continue
    const { customerId, dealId, level, values } = file
    const changes = outcome.lines.map(
      ({ field, before, after }) => `${field}：${before || '无'} → ${after || '无'}`,
    )
    const rowVersion = await writeAction(
      db,
      scope,
      {
        customerId,
        dealId,
        level,
        memberName,
        at: now,
        type: timelineType.edited,
        subject: '导入更新',
        content: changes.join('；'),
        facts: {
          kind: 'edited',
          changes: changes.join('\n'),
        },
      },
      asChange(split(outcome.changed)),
    )
    const before = Object.fromEntries(
      Object.keys(outcome.changed).map((key) => [key, values[key as keyof FileValues]]),
    )
    done.push({ rowNo: row.rowNo, customerId, rowVersion, before: split(before) })
  }
  return { done, outcomes }
}

/** Restores files that are unchanged since their update. Returns how many were. */
export async function restoreFiles(context: Acting, files: readonly AmendedFile[]): Promise<number> {
  const { db, session, now } = context
  const back = await unchangedOf(context, files)
  const held = await readFiles(
    db,
    session.scope,
    back.map(({ customerId }) => customerId),
  )
  let restored = 0
  for (const { customerId, before } of back) {
    const file = held.get(customerId)
    // Merged into another file since.
    if (!file) continue
    restored += 1
    const { dealId, level } = file
    const entry = { customerId, dealId, level, memberName: session.memberName, at: now }
    const text = { type: timelineType.undone, subject: '撤销导入更新', content: '导入更新的内容已恢复' }
    await writeAction(db, session.scope, { ...entry, ...text }, asChange(before))
  }
  return restored
}

/** A follow-up of an older system. It is a row of the timeline alone: reports and reviews count activities, so it counts nowhere. */
export interface ImportedFollow {
  readonly rowNo: number
  readonly customerId: number
  readonly at: Date
  readonly text: string
  /** How the customer was contacted, as written. */
  readonly way: string
  /** Name of the member as written; `memberId` is 0 for an unknown name. */
  readonly person: string
  readonly memberId: number
}

/**
 * Adds follow-ups to timelines and moves the last follow-up of a file to a later one. Returns the rows that were added; others are in the
 * timeline already, or their customer is out of reach (`missing`).
 */
export async function importFollows(
  acting: Acting,
  follows: readonly ImportedFollow[],
): Promise<{ added: ReadonlySet<number>; missing: ReadonlySet<number> }> {
  const { db, session } = acting
  const customers = await lockCustomers(
    acting,
    follows.map(({ customerId }) => customerId),
  )
  const given = follows.flatMap(({ rowNo, customerId, at, text, way, person, memberId }) => {
    const file = customers.get(customerId)
    if (!file) return []
    return [
      {
        row_no: rowNo,
        customer_id: customerId,
        deal_id: file.dealId,
        level: file.level,
        at,
        member_id: memberId,
        person,
        content: way ? `${way}：${text}` : text,
        facts: factsOf({ kind: 'imported', said: text, way }),
      },
    ]
  })
  const added = await insertImported(db, session.scope, given)
  return {
    added: new Set(added),
    missing: new Set(follows.filter((one) => !customers.has(one.customerId)).map(({ rowNo }) => rowNo)),
  }
}
