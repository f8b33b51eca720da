import { ArrowLeftOutlined } from '@ant-design/icons'
import { Link, type LinkProps, useRouter, useRouterState } from '@tanstack/react-router'
import { entryIndex } from './layers'
import './Back.css'

interface BackProps extends Pick<LinkProps, 'to' | 'params' | 'search'> {
  /** Always links to `to`, even when the user came from another page. */
  named?: boolean
}

/**
 * Back arrow before a page's title. Goes back in the history and so keeps the previous page's state; links to `to` if
 * the page was opened by its address.
 */
export function Back({ named = false, ...page }: BackProps) {
  const router = useRouter()
  // Below zero is the entry that dialogs keep (app/useBackCloses.ts).
  const canGoBack = useRouterState({ select: ({ location }) => entryIndex(location) > 0 })
  return (
    <Link
      {...page}
      className="sr-back"
      aria-label="返回"
      title="返回"
      onClick={(event) => {
        if (named || !canGoBack || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        router.history.back()
      }}
    >
      <ArrowLeftOutlined />
    </Link>
  )
}
