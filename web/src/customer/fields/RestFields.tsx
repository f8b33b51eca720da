import { FormGrid, FormSection } from '../../ui/form/SchemaForm'
import {
  BudgetFields,
  BusinessMoreFields,
  BusinessTypeField,
  CompetitorField,
  ReachFields,
  SourceFields,
} from './CustomerFields'
import { MoreFields } from './CustomerMoreFields'

interface RestFieldsProps {
  /** Absent if the form shows the source in its first view. */
  onUploading?: (busy: boolean) => void
  withTags?: boolean
}

/** Sections of a new customer's optional fields, for the part behind 更多. */
export const RestFields = ({ onUploading, withTags = true }: RestFieldsProps) => (
  <>
    {onUploading ? (
      <FormSection title="来源与业务">
        <SourceFields onUploading={onUploading} />
      </FormSection>
    ) : (
      <FormSection title="业务">
        <FormGrid>
          <BusinessTypeField />
          <BusinessMoreFields />
        </FormGrid>
      </FormSection>
    )}
    <FormSection title="联系与意向">
      <FormGrid columns={3}>
        <ReachFields />
        <CompetitorField />
        <BudgetFields />
      </FormGrid>
    </FormSection>
    <FormSection title="证件与住址">
      <MoreFields withTags={withTags} />
    </FormSection>
  </>
)
