import type { NewCustomer } from '@showroom/contract/customer/add.schema'
import { identityProblem } from '@showroom/contract/customer/customer.rules'
import { errors } from '@showroom/contract/kernel/errors'
import type { FieldError } from '@showroom/contract/kernel/errors'
import { unlessShown } from '@showroom/contract/kernel/mask'
import { isMasked } from '@showroom/contract/kernel/masked'
import { violatedIndex } from '../../platform/db/client.ts'
import type { Context } from '../../platform/http/handler.ts'
import { refuseField } from '../../platform/refusal.ts'
import type { Refusal } from '../../platform/refusal.ts'
import { auditFound, lookUpNumber } from '../../platform/limits/number-search.ts'
import { happened } from '../events.ts'
import { claimWecomContact, insertGroupMobile } from './add.repository.ts'
import type { CustomerChange } from '../customer.repository.ts'
import type { EditableFile } from '../profile/edit.repository.ts'
import { dropGroupMobile } from '../merge/merge.repository.ts'
import { findMerged, findOwnerByMobile } from './on-file.repository.ts'
import { retag } from '../profile/retag.ts'

/** Personal fields of a file that both repurchase and edit change. */
export type Person = Pick<
  NewCustomer,
  'name' | 'mobile' | 'weixin' | 'gender' | 'type' | 'companyName' | 'secondardPhone' | 'tags' | 'addition'
>

/**
 * Replaces masked numbers that came back unchanged by the file's own. Reports any other masked number, and an identity number that stayed
 * while the kind of document changed.
 */
export function unmask(
  form: Person,
  { values, clear }: EditableFile,
): { person: Person; problems: FieldError[] } {
  const problems: FieldError[] = []
  const own = (path: string, typed: string, shown: string, kept: string, text: string): string => {
    const value = unlessShown(typed, kept, shown)
    if (value !== kept && isMasked(typed)) problems.push({ path, text })
    return value
  }
  const { addition } = form
  /** Keeps a text that came back unchanged; in any other text asterisks are literal. */
  const same = (typed: string, shown: string, kept: string): string => unlessShown(typed, kept, shown)
  const idText = identityProblem(addition.identifyType, '*'.repeat(31)) ?? '请输入合法证件号'
  const person: Person = {
    ...form,
    mobile: own('mobile', form.mobile, values.mobile, clear.mobile, '请输入正确的手机号'),
    weixin: own('weixin', form.weixin, values.weixin, clear.weixin, '请输入完整的微信号'),
    secondardPhone: own(
      'secondardPhone',
      form.secondardPhone,
      values.secondardPhone,
      clear.secondPhone,
      '请输入合法的联系号码',
    ),
    name: same(form.name, values.name, clear.name),
    companyName: form.type === 2 ? same(form.companyName, values.companyName, clear.companyName) : '',
    tags: form.tags === values.tags ? clear.tags : retag(clear.tags, form.tags),
    addition: {
      ...addition,
      province: same(addition.province, values.addition.province, clear.province),
      city: same(addition.city, values.addition.city, clear.city),
      area: same(addition.area, values.addition.area, clear.area),
      qq: same(addition.qq, values.addition.qq, clear.qq),
      address: own(
        'addition.address',
        addition.address,
        values.addition.address,
        clear.address,
        '请输入完整的地址',
      ),
      idNo: own('addition.idNo', addition.idNo, values.addition.idNo, clear.idNo, idText).toUpperCase(),
    },
  }
  const stayed = addition.idNo !== '' && addition.idNo === values.addition.idNo
  if (stayed && addition.identifyType !== values.addition.identifyType)
    problems.push({ path: 'addition.idNo', text: idText })
  if (values.mobile !== '' && form.mobile === '') problems.push({ path: 'mobile', text: '请输入手机号' })
  return { person, problems }
}

/** Call that looks up a number, as named in the audit. */
type Asked = 'add' | 'edit' | 'repurchase'

/** Refusal for a number of another file. It reveals the owner, so it is audited. */
export async function mobileTaken(context: Context, mobile: string, call: Asked): Promise<Refusal> {
  const owner = await findOwnerByMobile(context.db, context.session.scope, mobile)
  if (!owner) return refuseField('CUSTOMER_EXISTS', 'mobile', errors.CUSTOMER_EXISTS.text)
  auditFound(context, call, owner.customerId)
  return refuseField('CUSTOMER_EXISTS', 'mobile', `该手机号客户已存在，客户经理：${owner.ownerName}`)
}

/** Refuses a new mobile that another file has, or had before a merge. Too many tries of unknown numbers are refused for a while. */
async function refuseTaken(context: Context, customerId: number, mobile: string, call: Asked) {
  const look = () => findOwnerByMobile(context.db, context.session.scope, mobile)
  const owner = await lookUpNumber(context, mobile, look, (one) => one === undefined)
  if (owner && owner.customerId !== customerId) throw await mobileTaken(context, mobile, call)
}

interface NumberChange {
  readonly mobileBefore: string
  readonly call: Asked
}

/** Writes the person. A new mobile must be free; it is added to the group's and claims its contact in the WeCom pool. */
export async function changePerson<Written>(
  context: Context,
  customerId: number,
  person: Person,
  change: NumberChange,
  write: (values: CustomerChange) => Promise<Written>,
): Promise<{ written: Written; weixinClueExisted: boolean }> {
  const { db, session } = context
  const { mobile } = person
  const { mobileBefore, call } = change
  const isNew = mobile !== mobileBefore
  if (isNew && mobile !== '') await refuseTaken(context, customerId, mobile, call)
  const written = await write(personValues(person)).catch((error: unknown) => {
    // Another file took the mobile after the lookup; the transaction rolls back.
    if (violatedIndex(error) === 'customer_mobile')
      throw refuseField('CUSTOMER_EXISTS', 'mobile', errors.CUSTOMER_EXISTS.text)
    throw error
  })
  if (!isNew) return { written, weixinClueExisted: false }
  await dropGroupMobile(db, session.scope, session.dealer.groupId, mobileBefore)
  if (mobileBefore !== '') await happened(context, 'numberChanged', { customerId })
  if (mobile === '') return { written, weixinClueExisted: false }
  // The write may have waited for a merge that released the mobile.
  const heir = (await findMerged(db, session.scope, [mobile])).get(mobile)
  if (heir !== undefined && heir !== customerId) throw await mobileTaken(context, mobile, call)
  await insertGroupMobile(db, session.scope, session.dealer.groupId, mobile)
  const weixinClueExisted = await claimWecomContact(db, session.scope, mobile, customerId)
  return { written, weixinClueExisted }
}

const personValues = ({ addition, ...person }: Person): CustomerChange => ({
  name: person.name,
  mobile: person.mobile,
  second_phone: person.secondardPhone,
  weixin: person.weixin,
  gender: person.gender,
  type: person.type,
  company_name: person.companyName,
  tags: person.tags,
  province: addition.province,
  city: addition.city,
  area: addition.area,
  address: addition.address,
  identify_type: addition.identifyType,
  identify_no: addition.idNo,
  birthday: addition.birthday || null,
  qq: addition.qq,
})
