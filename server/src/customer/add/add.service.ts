import { role as roles } from '@showroom/contract/access/access.rules'
import { newType } from '@showroom/contract/customer/add.schema'
import type { NewCustomer } from '@showroom/contract/customer/add.schema'
import { arrivalKind, stoppedNames, timelineType } from '@showroom/contract/customer/customer.rules'
import { errors } from '@showroom/contract/kernel/errors'
import { refuseBlocked } from '../../base/index.ts'
import { namesOf } from '../../platform/export/catalogue.ts'
import type { Catalogue } from '../../platform/export/catalogue.ts'
import { instantOf, secondsOf } from '../../platform/clock.ts'
import type { Executor } from '../../platform/db/client.ts'
import type { Actor, EventBus } from '../../platform/live/events.ts'
import { actorOf } from '../../platform/http/handler.ts'
import type { Context } from '../../platform/http/handler.ts'
import { auditFound } from '../../platform/limits/number-search.ts'
import { Refusal, refuseAll, refuseField } from '../../platform/refusal.ts'
import type { Session } from '../../platform/session/session.ts'
import { findAssignable } from '../../team/index.ts'
import { imagesOf, readReferences, typedProblems } from './add.check.ts'
import type { FileForm } from './add.repository.ts'
import * as repository from './add.repository.ts'
import { changeDeal } from '../customer.repository.ts'
import { describeOnFile, findOwnerByMobile } from './on-file.repository.ts'
import { mobileTaken } from './person.service.ts'
import { happened } from '../events.ts'
import { proofProblem } from './proof.ts'
import type { CheckedProof } from './proof.ts'

/** Opens a customer file, or refuses with all problems at once. */
export async function addCustomer(context: Context, checked: CheckedProof, customer: NewCustomer) {
  const { db, session, now, catalogue } = context
  const atDesk = customer.newType === newType.frontDesk
  if (atDesk && !session.flags.allowFront) throw new Refusal('FORBIDDEN')
  const references = await readReferences(db, session.scope, catalogue, [customer])
  const proof = await proofProblem(context, checked, imagesOf(customer.newMediaImages))
  const fields = [
    ...typedProblems(customer, references, secondsOf(now)),
    ...(proof ? [{ path: 'newMediaImages', text: proof }] : []),
  ]
  refuseAll(fields)
  const { name, mobile, addition } = customer
  await refuseBlocked(db, session.scope, { name, mobile, identifyNo: addition.idNo })
  const owner = await chooseOwner(context, customer)
  const { events } = context
  const by = { ...actorOf(context), events, dealer: session.dealer, known: references }
  const made = (await openFiles(db, by, [{ customer, owner }])).get(mobile)
  if (!made) throw await (atDesk ? onFile(context, mobile) : mobileTaken(context, mobile, 'add'))
  if (atDesk) await arriveNew(context, { ...made, name, ownerId: owner.id })
  const { customerId, dealId, weixinClueExisted } = made
  return { customerId, dealId, weixinClueExisted }
}

/** Refusal at the front desk for a number on file: describes the customer, and says what to do instead. */
async function onFile(context: Context, mobile: string): Promise<Refusal> {
  const { db, session, now } = context
  const owner = await findOwnerByMobile(db, session.scope, mobile)
  const file = owner && (await describeOnFile(db, session.scope, owner.customerId, now))
  if (!file) return mobileTaken(context, mobile, 'add')
  auditFound(context, 'add', file.customerId)
  const state = file.stopped && `客户${stoppedNames[file.stopped]}，到店后会提醒客户经理或店长处理`
  const text = file.isPresent ? '客户已在店，请在到店看板安排接待' : '请确认该客户到店，不要重复新建'
  return new Refusal('ON_FILE', { text: [text, state].filter(Boolean).join('。'), answer: file })
}

/** Records that the customer arrived by themselves: registration at the desk implies presence. */
async function arriveNew(
  context: Context,
  {
    customerId,
    dealId,
    name,
    ownerId,
  }: Record<'customerId' | 'dealId' | 'ownerId', number> & { name: string },
): Promise<void> {
  const { db, session, now } = context
  await changeDeal(db, session.scope, dealId, { arrived_at: now, arrival_kind: arrivalKind.byThemselves })
  await happened(context, 'cameIn', {
    customerId,
    name,
    ownerId,
    isOwnerAtWork: true,
    how: 'registered',
    stopped: '',
  })
}

interface Opening extends Omit<Actor, 'db'> {
  readonly events: EventBus
  readonly dealer: Pick<Session['dealer'], 'groupId' | 'city'>
  readonly known: Pick<Catalogue, 'display' | 'seriesName'>
}

export interface Owner {
  readonly id: number
  readonly name: string
}

export interface NewFile {
  readonly customer: FileForm
  readonly owner: Owner
  /** Timeline rows after the row for opening the file. */
  readonly story?: repository.FirstDeal['story']
}

/**
 * Opens a file for each checked customer: person, deal, first planned follow-up and first timeline rows. Returns the files by mobile,
 * without customers whose mobile was already on file.
 */
export async function openFiles(db: Executor, opening: Opening, files: readonly NewFile[]) {
  const { scope, dealer, memberName, known, now } = opening
  const customers = files.map(({ customer }) => customer)
  const customerIds = await repository.insertCustomers(db, scope, customers, now)
  // The first of several files with the same mobile wins.
  const taken = new Map(files.toReversed().map((file) => [file.customer.mobile, file]))
  const made = [...customerIds].flatMap(([mobile, customerId]) => {
    const file = taken.get(mobile)
    return file ? [{ ...file, mobile, customerId }] : []
  })
  if (made.length === 0) return new Map<string, repository.OpenedFile>()
  const opened = await repository.insertFirstDeals(
    db,
    scope,
    { memberName, groupId: dealer.groupId },
    made.map(({ customer, owner, customerId, story = [] }) => ({
      customer,
      deal: {
        customerId,
        ownerId: owner.id,
        isRemote: customer.buyCity === '' ? 3 : customer.buyCity === dealer.city ? 2 : 1,
        proofImages: imagesOf(customer.newMediaImages),
        nextFollowAt: instantOf(customer.nextDate) ?? now,
        now,
      },
      story: [
        { type: timelineType.created, subject: '建档', ...describe(customer, known, owner.name) },
        ...story,
      ],
    })),
  )
  const byId = new Map(made.map((file) => [file.customerId, file]))
  await opening.events.emit({ ...opening, db }, 'created', {
    customers: opened.flatMap(({ customerId, dealId }) => {
      const file = byId.get(customerId)
      if (!file) return []
      const { fromSource, otherSource, level } = file.customer
      return [{ customerId, dealId, ownerId: file.owner.id, fromSource, otherSource, level }]
    }),
  })
  for (const { customerId, activityId } of opened) {
    const {
      nextCarId: carId = 0,
      nextTestSpecId: seriesId = 0,
      nextDate: startsAt = 0,
      nextMinutes: minutes = 0,
    } = byId.get(customerId)?.customer ?? {}
    if (minutes)
      await opening.events.emit({ ...opening, db }, 'hourPlanned', {
        activityId,
        carId,
        seriesId,
        startsAt,
        minutes,
        field: 'nextDate',
      })
  }
  return new Map(opened.map((file) => [byId.get(file.customerId)?.mobile ?? '', file]))
}

/** Returns the calling member, or the consultant whom the front desk chose. */
async function chooseOwner({ db, session }: Context, customer: NewCustomer): Promise<Owner> {
  const { memberId, memberName, role, scope } = session
  const atDesk = customer.newType === newType.frontDesk
  const { assignMemberId } = customer
  if (assignMemberId === 0 || assignMemberId === memberId) {
    // Front desk members own no customers: they would not see the file again.
    if (role === roles.frontDesk) throw refuseField('INVALID', 'assignMemberId', '请选择客户经理')
    if (!atDesk) return { id: memberId, name: memberName }
  }
  const name = await findAssignable(db, scope, customer.assignMemberId)
  if (name === undefined)
    throw refuseField('MEMBER_UNAVAILABLE', 'assignMemberId', errors.MEMBER_UNAVAILABLE.text)
  return { id: customer.assignMemberId, name }
}

function describe(customer: FileForm, known: Opening['known'], owner: string) {
  const series = namesOf(known.seriesName, customer.specIds).join('、')
  const content = [
    `新建客户档案，来源：${known.display('customerFromSources', customer.fromSource)}`,
    series && `意向车系：${series}`,
    `客户经理：${owner}`,
    customer.remark && `备注：${customer.remark}`,
  ]
    .filter(Boolean)
    .join('；')
  const { fromSource, remark: said, nextActivityType: nextType, nextDate, nextMinutes } = customer
  const next = { nextType, nextDate, nextMinutes }
  return { content, facts: { kind: 'created' as const, said, fromSource, series, owner, ...next } }
}
