import { Alert, Button } from 'antd'
import { ErrorState } from '../ErrorState'

interface ListProblemProps {
  list: { readonly isError: boolean; readonly data: unknown; readonly error: unknown }
  again: () => void
}

/** Why the list could not be read. Over rows that are there a line is enough. */
export function ListProblem({ list: { isError, data, error }, again }: ListProblemProps) {
  if (!isError) return null
  if (!data)
    return (
      <div className="sr-panel">
        <ErrorState error={error} onRetry={again} />
      </div>
    )
  const retry = (
    <Button type="link" size="small" onClick={again}>
      重试
    </Button>
  )
  return <Alert type="error" showIcon title="刷新失败，显示的是之前的数据" action={retry} />
}
