import type { ReactNode } from 'react'
import { FormGrid, FormSection } from '../../ui/form/SchemaForm'
import { GenderField, MobileField, NameField, RegionField, SeriesField } from './CustomerFields'
import { NextFollowFields } from './NextFollowFields'
import { RestFields } from './RestFields'

interface DeskCustomerFieldsProps {
  onUploading: (busy: boolean) => void
  /** Shown below the personal data: the existing file with this number. */
  onFile: ReactNode
  /** Selects the owner. */
  owner: ReactNode
}

/**
 * Fields for a walk-in customer at the front desk: the five that the visitor is asked for. The others are behind 更多, region and level with
 * their usual values.
 */
export const DeskCustomerFields = ({ onUploading, onFile, owner }: DeskCustomerFieldsProps) => (
  <>
    <FormGrid columns={3}>
      <MobileField />
      <NameField />
      <GenderField />
      {onFile}
    </FormGrid>
    <FormGrid>
      <SeriesField />
      {owner}
    </FormGrid>
    <FormSection title="更多" hint="地区、级别、来源、业务类型、联系方式、预算、竞品、证件" collapsible>
      <FormSection title="跟进">
        <FormGrid>
          <RegionField />
        </FormGrid>
        <NextFollowFields columns={3} ownerId={0} />
      </FormSection>
      <RestFields onUploading={onUploading} withTags={false} />
    </FormSection>
  </>
)
