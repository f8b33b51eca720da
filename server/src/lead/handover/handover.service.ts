import { source, timelineType } from '@showroom/contract/customer/customer.rules'
import { addDays } from '@showroom/contract/kernel/day'
import { noticeKind } from '@showroom/contract/notice/notice.rules'
import { bumpVersions, fillFiles, insertTimelines, openFiles } from '../../customer/index.ts'
import type { FileForm, Offer } from '../../customer/index.ts'
import { mapAtWork } from '../../attendance/index.ts'
import { notify } from '../../notice/index.ts'
import type { NewNotice } from '../../notice/index.ts'
import type { Catalogue } from '../../platform/export/catalogue.ts'
import { secondsOf } from '../../platform/clock.ts'
import { Overtaken } from '../../platform/db/client.ts'
import type { Executor } from '../../platform/db/client.ts'
import { notifyOtherStores } from '../intake/collision.ts'
import { completeLeads, listLeadWorkers } from './handover.repository.ts'
import type { GivenLead, HandedLead, Handover, HandingOver } from './handover.repository.ts'
import type { FileOfLead, FilesByMobile } from '../lock.ts'

/** Hands leads to their owners: opens a customer for each, or attaches it to an existing one. */

export type { Handover, HandingOver } from './handover.repository.ts'

export interface HandedOver {
  /** Null until the lead's mobile is completed. */
  readonly customerId: number | null
  readonly ownerName: string
  /** The customer existed before and determined the owner. */
  readonly isRepeat: boolean
}

/**
 * Hands leads to their owners. The caller has locked them in its transaction, after the customers with their numbers. Returns the result by
 * lead. A lead without a chosen owner whose customer no longer exists has no result.
 */
export async function handOver(
  db: Executor,
  by: HandingOver,
  works: readonly Handover[],
  onFile: FilesByMobile,
): Promise<Map<number, HandedOver>> {
  const chosen = works.filter(({ lead, memberId }) => memberId > 0 && !onFile.has(lead.mobile))
  const numberless = keepAll(
    chosen.filter(({ lead }) => lead.mobile === ''),
    by.catalogue,
  )
  const fresh = firstOfEach(chosen.filter(({ lead }) => lead.mobile !== ''))
  const { opened, files } = await openAll(db, by, fresh)
  const left = works.filter(({ lead }) => !opened.has(lead.leadId))
  // Another of these leads with the same mobile may have created the customer.
  const joined = await joinAll(db, by, { works: left, onFile: new Map([...onFile, ...files]) })
  const given = [...numberless, ...opened.values(), ...joined.values()]
  if (given.length === 0) return new Map()
  await notify(
    { ...by, db },
    given.flatMap((one) => one.notices),
  )
  const others = await completeLeads(db, by, given)
  const filed = given.flatMap(({ customerId, ...one }) =>
    customerId === null ? [] : [{ ...one, customerId }],
  )
  await notifyOtherStores(db, by, { given: filed, others })
  await by.events.emit({ ...by, db }, 'leadsAssigned', {
    leads: filed.map(({ leadId, customerId, ownerId, isRepeat }) => ({
      leadId,
      customerId,
      ownerId,
      isRepeat,
    })),
  })
  return new Map(given.map((one) => [one.leadId, one]))
}

/** The first lead of each mobile. The others join its customer. */
const firstOfEach = (works: readonly Handover[]): Handover[] => {
  const mobiles = works.map(({ lead }) => lead.mobile)
  return works.filter(({ lead }, at) => mobiles.indexOf(lead.mobile) === at)
}

interface Given extends GivenLead {
  /** Name on the lead. */
  readonly name: string
  readonly notices: readonly NewNotice[]
}

/** Gives leads without a mobile to their owners, who ask for it: a customer's file needs one. */
const keepAll = (works: readonly Handover[], catalogue: Catalogue): Given[] =>
  works.map(({ lead: { leadId, name, ...lead }, memberId, memberName, reason }) => ({
    leadId,
    name,
    mobile: '',
    customerId: null,
    ownerId: memberId,
    ownerName: memberName,
    isRepeat: false,
    result: '新线索分配',
    remark: joinParts([reason, '无手机号，待补录']),
    notices: [
      {
        memberId,
        kind: noticeKind.leadAssigned,
        text: `${name}的线索已分配给您，${describeLead(lead, catalogue)}，无手机号，请尽快联系并补录`,
        leadId,
      },
    ],
  }))

/** Creates customers for leads without one. Returns the customers by mobile and the results by lead. */
async function openAll(db: Executor, by: HandingOver, works: readonly Handover[]) {
  const opened = new Map<number, Given>()
  const files = new Map<string, FileOfLead>()
  if (works.length === 0) return { opened, files }
  const made = await openFiles(
    db,
    { ...by, known: by.catalogue },
    works.map((work) => ({
      customer: fileOf(work, by.now),
      owner: { id: work.memberId, name: work.memberName },
      story: [
        {
          type: timelineType.leadAssigned,
          subject: '新线索分配',
          content: joinParts([`线索分配给${work.memberName}`, work.reason]),
          facts: {
            kind: 'leadGiven' as const,
            owner: work.memberName,
            ...(by.scope.memberId > 0 ? { said: work.reason } : { why: work.reason }),
          },
          leadId: work.lead.leadId,
        },
      ],
    })),
  )
  for (const { lead, memberId, memberName: ownerName, form, reason } of works) {
    const { leadId } = lead
    const file = made.get(lead.mobile)
    // Another transaction has created the customer since the search.
    if (!file) throw new Overtaken()
    const owner = { ownerId: memberId, ownerName, isOwnerAtWork: true }
    files.set(lead.mobile, {
      ...file,
      ...owner,
      name: lead.name,
      level: form?.level ?? 'N',
      suspendedAt: null,
    })
    opened.set(leadId, {
      leadId,
      name: lead.name,
      mobile: lead.mobile,
      customerId: file.customerId,
      ownerId: memberId,
      ownerName,
      isRepeat: false,
      result: '新线索分配',
      remark: reason,
      notices: [
        {
          memberId,
          kind: noticeKind.leadAssigned,
          text: `${lead.name}的线索已分配给您，${describeLead(lead, by.catalogue)}，请尽快联系`,
          customerId: file.customerId,
          leadId,
        },
      ],
    })
  }
  return { opened, files }
}

/** Attaches leads to existing customers, which get what they lack from the lead. The level stays, because the owner decides what the new interest means. */
async function joinAll(
  db: Executor,
  by: HandingOver,
  { works, onFile }: { readonly works: readonly Handover[]; readonly onFile: FilesByMobile },
) {
  const given = new Map<number, Given>()
  const pairs = works.flatMap((work) => {
    const file = onFile.get(work.lead.mobile)
    return file ? [{ work, file }] : []
  })
  if (pairs.length === 0) return given
  const workers = pairs.every(({ file }) => file.isOwnerAtWork) ? [] : await listLeadWorkers(db, by.scope)
  const owners = [...new Set(pairs.map(({ file }) => file.ownerId))]
  const atWork = await mapAtWork({ db, scope: by.scope, now: by.now }, owners)
  const fillings = pairs.map(({ work, file: { customerId, dealId } }) => ({
    customerId,
    dealId,
    offer: offerOf(work),
  }))
  const labels = await fillFiles(db, by.scope, fillings, by.dealer.city)
  await insertTimelines(
    db,
    by.scope,
    pairs.map(({ work: { lead, form }, file }, at) => {
      const filled = (labels[at] ?? []).join('、')
      const remark = joinParts([...new Set([lead.remark, form?.remark ?? ''])])
      return {
        customerId: file.customerId,
        dealId: file.dealId,
        memberName: by.memberName,
        level: file.level,
        type: timelineType.leadAssigned,
        subject: '重复留资',
        content: joinParts([
          '客户再次线上留资，已归入本档案',
          describeLead(lead, by.catalogue),
          remark && `备注：${remark}`,
          filled && `已补全：${filled}`,
        ]),
        facts: {
          kind: 'leadRepeated',
          said: remark,
          onlineSource: lead.sourceId,
          series: by.catalogue.seriesName(lead.seriesId ?? 0),
          ...(filled && { filled }),
        },
        leadId: lead.leadId,
        at: by.now,
      }
    }),
  )
  await bumpVersions(
    db,
    by.scope,
    pairs.map(({ file }) => file.customerId),
  )
  for (const { work, file } of pairs) {
    const { leadId, name, mobile } = work.lead
    const isCollision = work.memberId > 0 && work.memberId !== file.ownerId
    given.set(leadId, {
      leadId,
      name,
      mobile,
      customerId: file.customerId,
      ownerId: file.ownerId,
      ownerName: file.ownerName,
      isRepeat: true,
      result: '重复留资',
      remark: joinParts(['已归入客户档案', isCollision && `原分配给${work.memberName}`]),
      notices: noticesOfRepeat(work, file, {
        workers: file.isOwnerAtWork ? (atWork.get(file.ownerId) ?? []) : workers,
        catalogue: by.catalogue,
      }),
    })
  }
  return given
}

/**
 * Notifies the owner that the customer asks again, or instead of a frozen one and beside one absent today the members at work. If another
 * member had been chosen, both are notified.
 */
function noticesOfRepeat(
  { lead, memberId, memberName }: Handover,
  file: FileOfLead,
  { workers, catalogue }: { readonly workers: readonly number[]; readonly catalogue: Catalogue },
): NewNotice[] {
  const opens = { customerId: file.customerId, leadId: lead.leadId }
  const state = file.level === 'F' ? '战败' : file.suspendedAt ? '休眠' : ''
  const again = `${state}客户${file.name}再次线上留资，${describeLead(lead, catalogue)}`
  const notice = { kind: noticeKind.repeatLead, ...opens }
  const notices: NewNotice[] = workers
    .filter((worker) => worker !== file.ownerId)
    .map((worker) => ({
      ...notice,
      memberId: worker,
      text: `${again}，客户经理${file.ownerName}不在岗，请尽快${file.isOwnerAtWork ? '联系' : '再分配'}`,
    }))
  if (file.isOwnerAtWork)
    notices.push({ ...notice, memberId: file.ownerId, text: `您的${again}，请尽快联系` })
  if (memberId === 0 || memberId === file.ownerId) return notices
  const collision = { kind: noticeKind.collision, ...opens }
  notices.push({
    ...collision,
    memberId,
    text: `分配给您的线索${lead.name}已是${file.ownerName}的客户，已归入其客户档案`,
  })
  if (file.isOwnerAtWork)
    notices.push({
      ...collision,
      memberId: file.ownerId,
      text: `您的客户${file.name}的新线索曾分配给${memberName}，已归入您的客户档案`,
    })
  return notices
}

/** The customer created from a lead: the data of cleaning, or the lead's own, with a call due today. */
function fileOf({ lead, form }: Handover, now: Date): FileForm {
  const today = addDays(secondsOf(now), 0)
  return {
    dealerId: undefined,
    name: lead.name,
    mobile: lead.mobile,
    weixin: form?.weixin ?? '',
    gender: form?.gender ?? 0,
    newMediaImages: '',
    type: form?.type ?? 1,
    companyName: form?.companyName ?? '',
    fromSource: source.network,
    otherSource: lead.sourceId,
    customSource: 0,
    addition: form?.addition ?? emptyAddition,
    secondardPhone: form?.secondardPhone || lead.secondPhone,
    tags: form?.tags ?? '',
    level: form?.level ?? 'N',
    specIds: form?.specIds ?? (lead.seriesId ? [lead.seriesId] : []),
    competitionSerieses: form?.competitionSerieses ?? [],
    budget: form?.budget ?? 1,
    nextActivityType: form?.nextActivityType ?? 1,
    // The date planned in cleaning may have passed before the lead got an owner.
    nextDate: Math.max(form?.nextDate ?? 0, today),
    buycarDate: form?.buycarDate ?? 0,
    nextTestSpecId: form?.nextTestSpecId ?? 0,
    nextMinutes: form?.nextMinutes ?? 0,
    nextCarId: form?.nextCarId ?? 0,
    isRepace: form?.businessType === 3,
    businessType: form?.businessType ?? 1,
    buyCount: form?.buyCount ?? 0,
    buyProvince: form?.buyProvince ?? lead.province,
    buyCity: form?.buyCity ?? lead.city,
    buyArea: form?.buyArea ?? lead.area,
    remark: form?.remark || lead.remark,
    newType: 0,
    oldCustomerId: 0,
    assignMemberId: 0,
    addPurchaseOldSeriesId: form?.addPurchaseOldSeriesId ?? 0,
  }
}

/** The facts that a lead and its cleaning brought, without the defaults of a new file. */
const offerOf = ({ lead, form }: Handover): Offer => ({
  specIds: form?.specIds ?? (lead.seriesId ? [lead.seriesId] : []),
  competitionSerieses: form?.competitionSerieses ?? [],
  budget: form?.budget ?? 0,
  buyProvince: form?.buyProvince ?? lead.province,
  buyCity: form?.buyCity ?? lead.city,
  buyArea: form?.buyArea ?? '',
  buycarDate: form?.buycarDate ?? 0,
  buyCount: form?.buyCount ?? 0,
  addPurchaseOldSeriesId: form?.addPurchaseOldSeriesId ?? 0,
  remark: form?.remark || lead.remark,
  weixin: form?.weixin ?? '',
  gender: form?.gender ?? 0,
  companyName: form?.companyName ?? '',
  secondardPhone: form?.secondardPhone || lead.secondPhone,
  tags: form?.tags ?? '',
  addition: form?.addition ?? emptyAddition,
})

const emptyAddition = {
  province: '',
  city: '',
  area: '',
  address: '',
  idNo: '',
  identifyType: 1,
  birthday: '',
  qq: '',
}

const describeLead = (
  lead: Pick<HandedLead, 'seriesId' | 'sourceId'>,
  { display, seriesName }: Catalogue,
): string => {
  const series = seriesName(lead.seriesId ?? 0)
  return [`来源：${display('onlineSources', lead.sourceId)}`, series && `意向车系：${series}`]
    .filter(Boolean)
    .join('，')
}

const joinParts = (parts: readonly (string | false)[]): string => parts.filter(Boolean).join('；')
