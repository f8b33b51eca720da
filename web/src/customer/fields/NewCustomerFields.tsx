import type { ReactNode } from 'react'
import { FormSection } from '../../ui/form/SchemaForm'
import { PersonFields, type PersonFieldsProps } from './CustomerFields'
import { MoreFields } from './CustomerMoreFields'
import { NextFollowFields } from './NextFollowFields'

interface NewCustomerFieldsProps {
  /** Fields of source and intent, with their own title. */
  intent: { title: string; fields: ReactNode }
  person?: PersonFieldsProps
  moreHint?: string
  /** Offers an hour among the appointments of this member. */
  ownerId?: number
}

/** Fields for opening a deal: for a new customer, a repeat purchase, or a lead that becomes a customer. */
export const NewCustomerFields = ({
  intent,
  person = {},
  moreHint = '证件、生日、住址、标签，均为选填',
  ownerId,
}: NewCustomerFieldsProps) => (
  <>
    <FormSection title="基本信息">
      <PersonFields {...person} />
    </FormSection>
    <FormSection title={intent.title}>{intent.fields}</FormSection>
    <FormSection title="下次跟进">
      <NextFollowFields ownerId={ownerId} />
    </FormSection>
    <FormSection title="更多信息" hint={moreHint} collapsible>
      <MoreFields />
    </FormSection>
  </>
)
