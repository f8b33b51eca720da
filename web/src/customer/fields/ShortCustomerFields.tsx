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
  /** Below who it is: whose the number is already. */
  onFile?: ReactNode
  /** Beside the next follow-up: to whom the customer goes, where that is chosen. */
  owner?: ReactNode
}

/** A new customer in one look: what must be asked. The rest stands behind 更多 and has its usual values. */
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
