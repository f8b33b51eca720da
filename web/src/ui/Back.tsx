import { ArrowLeftOutlined } from '@ant-design/icons'
import { Link, type LinkProps, useCanGoBack, useRouter } from '@tanstack/react-router'
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
  const canGoBack = useCanGoBack()
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
