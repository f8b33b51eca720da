import type { ReactNode } from 'react'
import { FormGrid, FormSection } from '../../ui/form/SchemaForm'
import {
  BudgetFields,
  CompetitorField,
  ReachFields,
  RegionField,
  SeriesField,
  SourceFields,
  WhoFields,
} from './CustomerFields'
import { MoreFields } from './CustomerMoreFields'
import { NextFollowFields } from './NextFollowFields'

interface ShortCustomerFieldsProps {
  onUploading: (busy: boolean) => void
  /** Shown below the personal data: the existing file with this number. */
  onFile?: ReactNode
  /** Selects the owner, beside the next follow-up, if there is a choice. */
  owner?: ReactNode
}

/** The required fields of a new customer. The others are behind 更多 and have default values. */
export const ShortCustomerFields = ({ onUploading, onFile, owner }: ShortCustomerFieldsProps) => (
  <>
    <FormGrid columns={3}>
      <WhoFields />
      {onFile}
    </FormGrid>
    <FormGrid>
      <SeriesField />
      <RegionField />
      {owner}
    </FormGrid>
    <NextFollowFields columns={3} />
    <FormSection title="更多" hint="来源、业务类型、备用号码、企业、预算、竞品、证件、标签" collapsible>
      <FormSection title="来源与业务">
        <SourceFields onUploading={onUploading} />
      </FormSection>
      <FormSection title="联系与意向">
        <FormGrid columns={3}>
          <ReachFields />
          <CompetitorField />
          <BudgetFields />
        </FormGrid>
      </FormSection>
      <FormSection title="证件与住址">
        <MoreFields />
      </FormSection>
    </FormSection>
  </>
)
