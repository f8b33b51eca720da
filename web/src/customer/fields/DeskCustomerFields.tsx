import type { ReactNode } from 'react'
import { FormGrid, FormSection } from '../../ui/form/SchemaForm'
import { IntentFields, ReachFields, SourceFields, WhoFields } from './CustomerFields'
import { MoreFields } from './CustomerMoreFields'
import { NextFollowFields } from './NextFollowFields'

interface DeskCustomerFieldsProps {
  onUploading: (busy: boolean) => void
  /** Shown below the personal data: the existing file with this number. */
  onFile: ReactNode
  /** Selects the owner. */
  owner: ReactNode
}

/** Fields for a walk-in customer at the front desk: required fields are visible, optional ones behind 更多. */
export const DeskCustomerFields = ({ onUploading, onFile, owner }: DeskCustomerFieldsProps) => (
  <>
    <FormSection title="基本信息">
      <FormGrid columns={3}>
        <WhoFields />
        {onFile}
        <ReachFields />
      </FormGrid>
    </FormSection>
    <FormSection title="来源与意向">
      <SourceFields onUploading={onUploading} />
      <IntentFields />
    </FormSection>
    <FormSection title="接待与跟进">
      <FormGrid>{owner}</FormGrid>
      <NextFollowFields />
    </FormSection>
    <FormSection title="更多" hint="证件、生日、QQ、常住地区、详细地址，均为选填" collapsible>
      <MoreFields withTags={false} />
    </FormSection>
  </>
)
