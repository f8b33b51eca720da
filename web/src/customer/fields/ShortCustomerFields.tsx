import type { ReactNode } from 'react'
import { useSession } from '../../frame/session'
import { FormGrid, FormSection } from '../../ui/form/SchemaForm'
import { RegionField, SeriesField, SourceChips, WhoFields } from './CustomerFields'
import { NextFollowFields } from './NextFollowFields'
import { RestFields } from './RestFields'

interface ShortCustomerFieldsProps {
  onUploading: (busy: boolean) => void
  /** Shown below the personal data: the existing file with this number. */
  onFile?: ReactNode
  /** Selects the owner, beside the next follow-up, if there is a choice. */
  owner?: ReactNode
}

/** The required fields of a new customer. The others are behind 更多 and have default values. */
export function ShortCustomerFields({ onUploading, onFile, owner }: ShortCustomerFieldsProps) {
  const { memberId } = useSession().profile
  return (
    <>
      <FormGrid columns={3}>
        <WhoFields />
        {onFile}
      </FormGrid>
      <SourceChips onUploading={onUploading} />
      <FormGrid>
        <SeriesField />
        <RegionField />
        {owner}
      </FormGrid>
      <NextFollowFields columns={3} ownerId={memberId} />
      <FormSection title="更多" hint="业务类型、备用号码、企业、预算、竞品、证件、标签" collapsible>
        <RestFields />
      </FormSection>
    </>
  )
}
