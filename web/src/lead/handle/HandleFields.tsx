import { cityReason, otherReason } from '@showroom/contract/lead/lead.rules'
import type { ClueDetail } from '@showroom/contract/lead/lead.schema'
import { Form, Input } from 'antd'
import { useEffect } from 'react'
import { useSession } from '../../frame/session'
import { DictionaryChips, RegionCascader } from '../../base/public'
import {
  BusinessMoreFields,
  BusinessTypeField,
  IntentFields,
  NewCustomerFields,
  RegionField,
  SeriesFields,
} from '../../customer/public'
import { MemberSelect, useAssignable } from '../../team/public'
import { Field, FormGrid, useFieldValue, When } from '../../ui/form/SchemaForm'
import type { HandleForm } from './handle.form'
import { EnteredForm } from '../drawer/LeadOutcome'

/** The form fields for each way of handling a lead. */

const Remark = ({ placeholder, required = false }: { placeholder: string; required?: boolean }) => (
  <Field name="remark" label="备注" required={required}>
    <Input.TextArea maxLength={500} autoSize={{ minRows: 3, maxRows: 8 }} placeholder={placeholder} />
  </Field>
)

/** Selects the lead's owner, never the user. Preselects the suggested member until the user chooses another. */
function Owner() {
  const { memberId: self } = useSession().profile
  const advised = useAdvised(self)
  const memberId = useFieldValue<number>('memberId')
  return (
    <Field
      name="memberId"
      label="客户经理"
      required
      {...(advised && memberId === advised.memberId && { extra: `建议：${advised.why}` })}
    >
      <MemberSelect isAll withLeads without={[self]} />
    </Field>
  )
}

/** Preselects as the server's automatic assignment does: the first member by number of open leads. */
function useAdvised(self: number) {
  const form = Form.useFormInstance<HandleForm>()
  const { data } = useAssignable({ isAll: true, withLeads: true })
  const first = data.find(({ memberId }) => memberId !== self)
  const memberId = first?.memberId
  useEffect(() => {
    if (memberId && !form.isFieldTouched('memberId')) form.setFieldsValue({ memberId })
  }, [memberId, form])
  return first && { memberId: first.memberId, why: `待跟进线索最少（${first.clueCount} 条）` }
}

/** The mobile of a lead without one, with which the customer's file begins. */
export const MobileField = () => (
  <Field name="mobile" label="手机号" required extra="所留号码已存为备用号码，请联系客户补录手机号">
    <Input type="tel" placeholder="请输入手机号" />
  </Field>
)

/** Fields for 有效 in stores that clean leads by hand. */
export function ValidFields({ data, withMember }: { data: ClueDetail; withMember: boolean }) {
  return (
    <>
      {data.lacksMobile && <MobileField />}
      <SeriesFields />
      <RegionField
        {...(data.province &&
          data.city && { sent: { province: data.province, city: data.city, area: data.area } })}
      />
      <BusinessTypeField />
      <BusinessMoreFields />
      {withMember && <Owner />}
      <Remark placeholder="客户的需求、顾虑、约定" />
    </>
  )
}

/** Fields for 有效 in stores with automatic assignment: the whole customer file. */
export const AutoFields = () => (
  <NewCustomerFields
    ownerId={0}
    intent={{
      title: '意向',
      fields: (
        <>
          <IntentFields />
          <BusinessTypeField />
          <BusinessMoreFields />
        </>
      ),
    }}
  />
)

/** Fields for 无效: the reason. A prospect who buys in another city can be passed on if the store takes part in the city pool. */
export function InvalidFields({ data: { isErased } }: { data: ClueDetail }) {
  const { cityPoolEnable } = useSession()
  return (
    <>
      <Field name="invalidReason" label="无效理由" required group>
        <DictionaryChips
          kind="clueInvalidReasons"
          only={({ dataValue }) => (cityPoolEnable && !isErased) || dataValue !== cityReason}
        />
      </Field>
      <When<number> field="invalidReason" is={(reason) => reason === cityReason}>
        <Field name="invalidHome" label="意向购车城市" required extra="保存后转给该城市的门店跟进">
          <RegionCascader depth={2} placeholder="请选择省市" />
        </Field>
      </When>
      <When<number> field="invalidReason" is={(reason) => reason === otherReason}>
        <Remark placeholder="无效的原因" required />
      </When>
    </>
  )
}

/** Fields for 未接通: the lead stays open for another call. */
export const NoContactFields = ({ data: { noContactTimes: times } }: { data: ClueDetail }) => (
  <>
    <p className="sr-lead-note">
      {times > 0
        ? `已 ${times} 次未接通，保存后仍在「未接通」，可再次联系。`
        : '保存后移到「未接通」，可再次联系。'}
    </p>
    <Remark placeholder="如：无人接听，下午再联系" />
  </>
)

/** Fields for 待分配: the owner. */
export const AssignFields = ({ data }: { data: ClueDetail }) => (
  <>
    <EnteredForm data={data} />
    <FormGrid columns={1}>
      <Owner />
      <Remark placeholder="分配说明，选填" />
    </FormGrid>
  </>
)
