import type { ReactNode } from 'react'
import { StateArt } from './StateArt'
import './parts.css'

interface ErrorStateProps {
  error: unknown
  onRetry?: (() => void) | undefined
  /** Further buttons. */
  children?: ReactNode
}

/** What went wrong, in words for the person; the request's number is for whoever reads the log. */
export function ErrorState({ error, onRetry, children }: ErrorStateProps) {
  const { title, hint } = textOf(error)
  const requestId = isTold(error) ? error.requestId : ''
  return (
    <div className="sr-state" role="alert">
      <StateArt broken />
      <p className="sr-state-title">{title}</p>
      <p className="sr-state-hint">{hint}</p>
      {(onRetry || children) && (
        <div className="sr-state-actions">
          {onRetry && (
            <button type="button" className="sr-button sr-button-primary" onClick={onRetry}>
              重新加载
            </button>
          )}
          {children}
        </div>
      )}
      {requestId && <p className="sr-state-code">请求编号 {requestId}</p>}
    </div>
  )
}

/** What the client throws (api/client.ts), known by its shape: the ui folder imports nothing of the app. */
interface Told extends Error {
  readonly name: 'Refusal' | 'Unreachable'
  readonly requestId: string
}

const isTold = (error: unknown): error is Told =>
  error instanceof Error && 'requestId' in error && (error.name === 'Refusal' || error.name === 'Unreachable')

function textOf(error: unknown): { title: string; hint: string } {
  if (!isTold(error)) return { title: '页面出错了', hint: '系统错误，请联系管理员！重新加载通常可以恢复。' }
  if (error.name === 'Unreachable')
    return { title: '接口错误', hint: '网络或服务暂时不可用，请稍后重新加载。' }
  return { title: error.message || '无法打开', hint: '如有疑问，请联系管理员。' }
}
