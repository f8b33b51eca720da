import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ErrorState } from '../ui/ErrorState'

/** Detects a chunk that is no longer on the server after a deployment: only a real reload helps. */
const isOldVersion = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|Importing a module script failed|error loading/i.test(error.message)

function useRetry(error: unknown): () => void {
  const router = useRouter()
  return () => {
    if (isOldVersion(error)) location.reload()
    else void router.invalidate()
  }
}

/** Shows a failed page; the shell around it stays. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const retry = useRetry(error)
  return (
    <ErrorState
      error={error}
      onRetry={() => {
        reset()
        retry()
      }}
    />
  )
}

/** Shows an error outside the shell. */
export function WholeError({ error, reset }: ErrorComponentProps) {
  const retry = useRetry(error)
  return (
    <main className="sr-state-whole" style={{ display: 'grid', alignContent: 'center' }}>
      <ErrorState
        error={error}
        onRetry={() => {
          reset()
          retry()
        }}
      >
        <a className="sr-button" href="#/login">
          返回登录
        </a>
      </ErrorState>
    </main>
  )
}
