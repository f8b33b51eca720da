import { lazy, type ReactNode, Suspense } from 'react'
import { chooseAppearance, useIsDark } from '../../frame/appearance'
import { Wordmark } from '../../ui/Wordmark'
import './entry.css'

/** Loaded later: the form appears without waiting for the picture. */
const ShowroomScene = lazy(() =>
  import('./ShowroomScene').then((module) => ({ default: module.ShowroomScene })),
)

/** Frame of the pages without a session: the showroom at dusk with the form beside it. */
export function EntryPage({ children }: { children: ReactNode }) {
  return (
    <div className="sr-entry">
      <header className="sr-entry-scene">
        <Suspense>
          <ShowroomScene />
        </Suspense>
        <div className="sr-entry-brand">
          <Wordmark size={32} />
          <p className="sr-entry-motto">
            从第一次到店，
            <br />
            到交车之后。
          </p>
          <p className="sr-entry-about">客户、线索、订单与团队，同在一间展厅。</p>
        </div>
      </header>
      <div className="sr-entry-side">
        <AppearanceButton />
        <main className="sr-entry-main">{children}</main>
        <footer className="sr-entry-footer">
          <a href="/help/start.html#登录" target="_blank" rel="noopener">
            帮助
          </a>
          <br />© 2026 展厅 Showroom · 汽车经销商运营平台
        </footer>
      </div>
    </div>
  )
}

function AppearanceButton() {
  const dark = useIsDark()
  return (
    <button
      type="button"
      className="sr-entry-appearance"
      aria-label={dark ? '切换为浅色外观' : '切换为深色外观'}
      title={dark ? '浅色外观' : '深色外观'}
      onClick={() => chooseAppearance(dark ? 'light' : 'dark')}
    >
      <svg
        viewBox="0 0 20 20"
        width="20"
        height="20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
      >
        {dark ? (
          <path d="M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM10 1.8v1.6M10 16.6v1.6M1.8 10h1.6M16.6 10h1.6M4.2 4.2l1.1 1.1M14.7 14.7l1.1 1.1M4.2 15.8l1.1-1.1M14.7 5.3l1.1-1.1" />
        ) : (
          <path d="M16.8 12.2A7.2 7.2 0 0 1 7.8 3.2a7.2 7.2 0 1 0 9 9Z" />
        )}
      </svg>
    </button>
  )
}
