import { Link } from '@tanstack/react-router'
import { StateArt } from '../ui/StateArt'
import '../ui/parts.css'

/** The page of an unknown address, inside the shell. */
export function NotFoundPage() {
  return (
    <div className="sr-state sr-state-page">
      <StateArt />
      <h1 className="sr-state-title">页面不存在</h1>
      <p className="sr-state-hint">地址可能已更改，或链接不完整。</p>
      <div className="sr-state-actions">
        <Link to="/dashboard/index" className="sr-button sr-button-primary">
          返回概览
        </Link>
      </div>
    </div>
  )
}
