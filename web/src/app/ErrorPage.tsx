import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ErrorState } from '../ui/ErrorState'

/** Shows a failed page; the shell around it stays. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <ErrorState
      error={error}
      onRetry={() => {
        reset()
        void router.invalidate()
      }}
    />
  )
}

/** Shows an error outside the shell. */
export function WholeError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <main className="sr-state-whole" style={{ display: 'grid', alignContent: 'center' }}>
      <ErrorState
        error={error}
        onRetry={() => {
          reset()
          void router.invalidate()
        }}
      >
        <a className="sr-button" href="#/login">
          返回登录
        </a>
      </ErrorState>
    </main>
  )
}
