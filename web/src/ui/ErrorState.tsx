import type { ReactNode } from 'react'
import { failureText, isRefusal, isUnreachable } from './failure'
import { useShownHere } from './shownErrors'
import { StateArt } from './StateArt'
import './parts.css'

const forbidden = 403
const tooMany = 429

interface ErrorStateProps {
  error: unknown
  onRetry?: (() => void) | undefined
  /** Further buttons. */
  children?: ReactNode
}

/** Shows an error in words for the user, with the request id for reading the server log. */
export function ErrorState({ error, onRetry, children }: ErrorStateProps) {
  useShownHere(error)
  const { title, hint } = textOf(error)
  // Loading again gives no right.
  const retry = isRefusal(error) && error.code === forbidden ? undefined : onRetry
  const requestId = isRefusal(error) || isUnreachable(error) ? error.requestId : ''
  return (
    <div className="sr-state" role="alert">
      <StateArt broken />
      <p className="sr-state-title">{title}</p>
      <p className="sr-state-hint">{hint}</p>
      {(retry || children) && (
        <div className="sr-state-actions">
          {retry && (
            <button type="button" className="sr-button sr-button-primary" onClick={retry}>
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

function textOf(error: unknown): { title: string; hint: string } {
  if (isUnreachable(error))
    return { title: failureText(error), hint: '网络或服务暂时不可用，恢复后会自动重新加载。' }
  if (isRefusal(error) && error.code === tooMany) return { title: error.message, hint: '到时重新加载即可。' }
  if (isRefusal(error))
    return {
      title: error.message || '无法打开',
      hint: error.code === forbidden ? '如需权限，请联系门店管理员。' : '如有疑问，请联系管理员。',
    }
  return { title: '页面出错了', hint: `${failureText(error)}重新加载通常可以恢复。` }
}
