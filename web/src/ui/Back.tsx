import { ArrowLeftOutlined } from '@ant-design/icons'
import { Link, type LinkProps, useCanGoBack, useRouter } from '@tanstack/react-router'
import './Back.css'

interface BackProps extends Pick<LinkProps, 'to' | 'params' | 'search'> {
  /** The page it names, even where one came from another. */
  named?: boolean
}

/** The arrow before a page's name: to where one came from, as it was left; to the page it names for who came by the address. */
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
