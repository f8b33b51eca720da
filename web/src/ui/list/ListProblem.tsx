import { ErrorState } from '../ErrorState'

interface ListProblemProps {
  list: { readonly isError: boolean; readonly data: unknown; readonly error: unknown }
  again: () => void
}

/** Shows why the list could not be loaded. If old rows are on screen, FailedReads shows the error instead. */
export function ListProblem({ list: { isError, data, error }, again }: ListProblemProps) {
  if (!isError || data) return null
  return (
    <div className="sr-panel">
      <ErrorState error={error} onRetry={again} />
    </div>
  )
}
