import {
  type DecisionKind,
  decisionKinds,
  decisionParts,
  decisions,
  mostDecisions,
  seesDecision,
} from '@showroom/contract/dashboard/decisions.rules'
import type { DecisionRow, DecisionsAnswer } from '@showroom/contract/dashboard/decisions.schema'
import { FailListQuery } from '@showroom/contract/review/list.schema'
import { listOut } from '../appointment/index.ts'
import { readFloor } from '../desk/index.ts'
import { findLeadTimes, listLate, listUnassigned } from '../lead/index.ts'
import type { LeadToClear } from '../lead/index.ts'
import { listToReview } from '../order/index.ts'
import type { Context } from '../platform/http/handler.ts'
import { failList } from '../review/index.ts'

/** 待决定: what the store waits for, in one list (docs/product/dashboard.md). */

type Row = Omit<DecisionRow, 'kind' | 'mayAct'>
interface Part {
  readonly rows: readonly Row[]
  readonly total: number
}

const empty = {
  mobile: '',
  level: '',
  about: '',
  ownerName: '',
  content: '',
  suggestedId: 0,
  suggestedName: '',
  defeat: null,
  order: null,
} as const

/** Reads the rows of each kind, the one on top first. */
const readers: Readonly<Record<DecisionKind, (context: Context) => Promise<Part>>> = {
  async arrival({ db, session, now }) {
    const { data, members } = await readFloor({ db, scope: session.scope, now })
    const rows = data
      .filter(({ waitsSince }) => waitsSince > 0)
      .map(({ visitId, customerId, name, mobile, level, specName, ownerName, waitsSince, suggestedId }) => ({
        ...empty,
        id: visitId,
        customerId,
        name,
        mobile,
        level,
        about: specName,
        ownerName,
        since: waitsSince,
        suggestedId,
        suggestedName: members.find(({ memberId }) => memberId === suggestedId)?.userName ?? '',
      }))
    return whole(rows.toSorted((a, b) => a.since - b.since))
  },
  async car({ db, session }) {
    const out = await listOut(db, session.scope)
    return whole(
      out.map(({ activityId, customerId, name, mobile, level, plate, seriesName, ownerName, dueAt }) => ({
        ...empty,
        id: activityId,
        customerId,
        name,
        mobile,
        level,
        ownerName,
        since: dueAt,
        about: [plate, seriesName].filter(Boolean).join(' · '),
      })),
    )
  },
  late: async ({ db, session, now }) => ofLeads(await listLate(db, session.scope, now, mostDecisions)),
  assign: async ({ db, session }) => ofLeads(await listUnassigned(db, session.scope, mostDecisions)),
  async defeat(context) {
    const { data, total } = await failList(context, FailListQuery.parse({ pageCount: mostDecisions }))
    const rows = data.map((row) => ({
      ...empty,
      id: row.requestId,
      customerId: row.customerId,
      name: row.name,
      mobile: row.mobile,
      level: row.level,
      about: row.evidence.doubts.join('、'),
      ownerName: row.ownerName,
      content: [row.reason, row.remark].filter(Boolean).join(' · '),
      since: Date.parse(`${row.dateDisplay.replace(' ', 'T')}:00+08:00`) / 1000,
      defeat: row,
    }))
    return { rows, total }
  },
  async order(context) {
    const { data, total } = await listToReview(context, mostDecisions)
    const rows = data.map((row) => ({
      ...empty,
      id: row.id,
      customerId: row.customerId,
      name: row.companyName || row.customerName,
      mobile: row.customerPhone,
      about: row.modelDisplay,
      ownerName: row.ownerName,
      since: row.submittedAt,
      order: row,
    }))
    return { rows, total }
  },
}

const whole = (rows: readonly Row[]): Part => ({ rows: rows.slice(0, mostDecisions), total: rows.length })

const ofLeads = ({ leads, total }: { leads: readonly LeadToClear[]; total: number }): Part => ({
  total,
  rows: leads.map(({ clueId, name, mobile, createdAt, seriesName, sourceName, remark }) => ({
    ...empty,
    id: clueId,
    customerId: 0,
    name,
    mobile,
    since: createdAt,
    content: remark,
    about: [sourceName, seriesName].filter(Boolean).join(' · '),
  })),
})

/**
 * Lists what waits, by parts: people and cars in the showroom, leads, reviews. Customers come before cars and late leads before those without an
 * owner; requests and orders are one queue, the oldest first.
 */
export async function readDecisions(context: Context): Promise<DecisionsAnswer> {
  const { db, session } = context
  const left = Object.fromEntries(decisionKinds.map((kind) => [kind, 0])) as Record<DecisionKind, number>
  const rows: DecisionRow[] = []
  for (const kind of decisionKinds.filter((one) => seesDecision(one, session))) {
    const part = await readers[kind](context)
    const mayAct = !session.flags.onlyReads && decisions[kind].mayAct(session)
    rows.push(...part.rows.map((row) => ({ ...row, kind, mayAct })))
    left[kind] = part.total - part.rows.length
  }
  const ofPart = (name: (typeof decisionParts)[number]): DecisionRow[] => {
    const ofName = rows.filter(({ kind }) => decisions[kind].part === name)
    return name === 'review' ? ofName.toSorted((a, b) => a.since - b.since) : ofName
  }
  return { rows: decisionParts.flatMap(ofPart), left, hours: await findLeadTimes(db, session.scope) }
}
