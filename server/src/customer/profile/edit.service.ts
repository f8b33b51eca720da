import { purchaseProblem } from '@showroom/contract/customer/add.schema'
import { flatten, reconcile } from '@showroom/contract/customer/edit.rules'
import type { EditableCustomer, EditableValues, EditCustomer } from '@showroom/contract/customer/edit.schema'
import {
  bulkBusinessType,
  lockedSources,
  oldCarBusinessTypes,
  source,
  timelineType,
} from '@showroom/contract/customer/customer.rules'
import { dayText } from '@showroom/contract/kernel/day'
import type { FieldError } from '@showroom/contract/kernel/errors'
import { refuseBlocked } from '../../base/index.ts'
import { secondsOf } from '../../platform/clock.ts'
import type { Context } from '../../platform/http/handler.ts'
import { Refusal, refuseAll } from '../../platform/refusal.ts'
import { sourceExists } from '../../team/index.ts'
import { openedSource } from '../customer.repository.ts'
import type { CustomerChange, DealChange } from '../customer.repository.ts'
import { happened } from '../events.ts'
import { getEditable } from './edit.repository.ts'
import type { EditableFile } from './edit.repository.ts'
import { describeEdit } from './edit.text.ts'
import { imagesOf, networkProblem } from '../add/add.check.ts'
import { changePerson, unmask } from '../add/person.service.ts'
import { copySource } from '../follow/activity.repository.ts'
import { lockFile } from '../lock.ts'
import type { CustomerRow } from '../lock.repository.ts'
import { proofProblem } from '../add/proof.ts'
import type { CheckedProof } from '../add/proof.ts'
import { recordTimeline } from '../timeline.ts'

/** Edits a customer file. Concurrent edits lose nothing: see `settle`. */
export async function editCustomer(context: Context, proof: CheckedProof, form: EditCustomer) {
  const { db, session } = context
  const customer = await lockFile(context, form.customerId)
  const file = await getEditable(db, session.scope, customer.customerId)
  const { edited, changed } = mergeEdit(form, file, customer)
  const { person, problems } = unmask(edited, file)
  const fields = [...problems, ...(await findProblems(context, proof, edited, changed, file.values))]
  refuseAll(fields)
  await refuseBlocked(db, session.scope, {
    name: person.name,
    mobile: person.mobile,
    identifyNo: person.addition.idNo,
  })
  const after: EditableCustomer = { ...edited, ...person }
  const changes = describeEdit(context.catalogue, file, after)
  // Without a change the edit is not recorded.
  if (changes.length === 0) return { rowVersion: customer.rowVersion }
  const numbers = { mobileBefore: file.clear.mobile, call: 'edit' } as const
  const content = changes.join('；')
  const facts = { kind: 'edited', changes: changes.join('\n') } as const
  const text = { type: timelineType.edited, subject: '编辑资料', content, facts } as const
  const { fromSource, otherSource } = after
  const isSourceChanged = fromSource !== file.values.fromSource || otherSource !== file.values.otherSource
  const deal = {
    ...editedDeal(context, after),
    ...(isSourceChanged && {
      from_source: fromSource,
      other_source: otherSource,
      opened_source: openedSource,
    }),
  }
  const write = (values: CustomerChange) =>
    recordTimeline(context, customer, text, { customer: values, deal })
  const { written, weixinClueExisted } = await changePerson(context, form.customerId, person, numbers, write)
  if (isSourceChanged) {
    const { customerId, dealId } = customer
    await copySource(db, session.scope, { customerId, dealId, fromSource })
    await happened(context, 'sourceChanged', { customerId, dealId })
  }
  return { ...written, weixinClueExisted }
}

interface MergedEdit {
  /** The file after the edit; unchanged numbers are still masked. */
  readonly edited: EditableCustomer
  /** Paths whose value came from the form. */
  readonly changed: ReadonlySet<string>
}

/**
 * Applies the form's changes to the current file. If the file changed since the form was opened, changes of different fields are merged.
 * Fields that both changed are refused with the current file, so that the form can show both.
 */
function mergeEdit(form: EditCustomer, file: EditableFile, customer: CustomerRow): MergedEdit {
  const current = flatten({ ...file.values })
  const { rowVersion = customer.rowVersion, original } = form
  const movedOn = rowVersion !== customer.rowVersion
  const opened = movedOn ? original && flatten(original) : current
  const { mine, conflicts } = reconcile(flatten(wireOf(form)), current, opened)
  if (conflicts.length > 0)
    throw new Refusal('CONFLICT', {
      answer: { rowVersion: customer.rowVersion, current: file.values, conflicts },
    })
  const edited = fromWire(file.values) as unknown as Record<string, unknown>
  const addition: Record<string, unknown> = { ...file.values.addition }
  for (const path of mine) {
    const [key = '', inner] = path.split('.')
    if (inner) addition[inner] = form.addition[inner as keyof EditCustomer['addition']]
    else edited[key] = form[key as keyof EditableCustomer]
  }
  return { edited: { ...edited, addition } as unknown as EditableCustomer, changed: mine }
}

const joined = (ids: readonly number[]): string => ids.join(',')
const wireOf = (form: EditCustomer): Record<string, unknown> => ({
  ...form,
  specIds: joined(form.specIds),
  competitionSerieses: joined(form.competitionSerieses),
})

const idsOf = (list: string): number[] => (list === '' ? [] : list.split(',').map(Number))
const fromWire = (values: EditableValues) => ({
  ...values,
  specIds: idsOf(values.specIds),
  competitionSerieses: idsOf(values.competitionSerieses),
})

/** Returns all problems of the changed fields that only the database can detect. */
async function findProblems(
  context: Context,
  proof: CheckedProof,
  edited: EditableCustomer,
  changed: ReadonlySet<string>,
  before: EditableValues,
): Promise<FieldError[]> {
  const { db, session, catalogue, now } = context
  const fields: FieldError[] = []
  const wrong = (path: keyof EditableCustomer, text: string | undefined | false): void => {
    if (text && changed.has(path)) fields.push({ path, text })
  }
  const { fromSource, otherSource } = edited
  const moves = fromSource !== before.fromSource || otherSource !== before.otherSource
  if (moves && lockedSources.includes(before.fromSource)) wrong('fromSource', '该客户来源不可修改')
  else if (moves && lockedSources.includes(fromSource)) wrong('fromSource', '该来源不可手工选择')
  else if (fromSource === source.custom)
    wrong('otherSource', !(await sourceExists(db, session.scope, otherSource)) && '请选择自定义来源')
  else if (fromSource === source.network) wrong('otherSource', networkProblem(catalogue, otherSource))
  wrong('buycarDate', purchaseProblem(edited.buycarDate, secondsOf(now)))
  const region = { province: edited.buyProvince, city: edited.buyCity, area: edited.buyArea }
  wrong('buyProvince', !catalogue.hasRegion(region) && '请选择购车地区')
  const [images, kept] = [imagesOf(edited.newMediaImages), imagesOf(before.newMediaImages)]
  wrong('newMediaImages', await proofProblem(context, proof, images, kept))
  return fields
}

function editedDeal({ session }: Context, edited: EditableCustomer): DealChange {
  const { businessType } = edited
  return {
    business_type: businessType,
    is_replace: businessType === 3,
    budget: edited.budget,
    buy_count: businessType === bulkBusinessType ? edited.buyCount : 0,
    buy_province: edited.buyProvince,
    buy_city: edited.buyCity,
    buy_area: edited.buyArea,
    is_remote: edited.buyCity === session.dealer.city ? 2 : 1,
    buycar_on: edited.buycarDate ? dayText(edited.buycarDate) : null,
    series_ids: edited.specIds,
    competitor_series_ids: edited.competitionSerieses,
    old_series_id: oldCarBusinessTypes.includes(businessType) ? edited.addPurchaseOldSeriesId || null : null,
    proof_images: imagesOf(edited.newMediaImages),
  }
}
