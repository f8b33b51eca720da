import { FormGrid, FormSection } from '../../ui/form/SchemaForm'
import { BudgetFields, CompetitorField, ReachFields, SourceFields } from './CustomerFields'
import { MoreFields } from './CustomerMoreFields'

interface RestFieldsProps {
  onUploading: (busy: boolean) => void
  withTags?: boolean
}

/** Sections of a new customer's optional fields, for the part behind 更多. */
export const RestFields = ({ onUploading, withTags = true }: RestFieldsProps) => (
  <>
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
      <MoreFields withTags={withTags} />
    </FormSection>
  </>
)
