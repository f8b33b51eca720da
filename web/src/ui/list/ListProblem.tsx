import { ErrorState } from '../ErrorState'

interface ListProblemProps {
  list: { readonly isError: boolean; readonly data: unknown; readonly error: unknown }
  again: () => void
}

/** Why the list could not be read. Of rows that are there but could not be read again, FailedReads speaks. */
export function ListProblem({ list: { isError, data, error }, again }: ListProblemProps) {
  if (!isError || data) return null
  return (
    <div className="sr-panel">
      <ErrorState error={error} onRetry={again} />
    </div>
  )
}
