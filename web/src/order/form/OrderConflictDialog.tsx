import { useDictionaryText } from '../../base/public'
import { ConflictDialog, type Side } from '../../ui/form/ConflictDialog'
import { useModels } from './catalogue.queries'
import { compare, type OrderNames } from './order.conflict'
import type { ShownConflict } from './useOrderConflict'

interface OrderConflictDialogProps {
  conflict: ShownConflict
  onMerged: (picks: Readonly<Record<string, Side>>) => void
  onClosed: () => void
}

/** Resolves fields of an order that two users changed. */
export function OrderConflictDialog({ conflict, ...rest }: OrderConflictDialogProps) {
  return <ConflictDialog {...compare(conflict.versions, conflict.paths, useNames())} {...rest} who="" />
}

function useNames(): OrderNames {
  const { models } = useModels()
  const texts = {
    orderBusinessType: useDictionaryText('orderBusinessType'),
    paymentTypes: useDictionaryText('paymentTypes'),
    carLicenseTypes: useDictionaryText('carLicenseTypes'),
    orderIdentifyTypeDics: useDictionaryText('orderIdentifyTypeDics'),
  }
  return {
    of: (kind, value) => (value ? texts[kind](value) : ''),
    model: (id) => {
      const model = models.find(({ modelId }) => modelId === id)
      return model ? `${model.series} ${model.name}` : ''
    },
  }
}
