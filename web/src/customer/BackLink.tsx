import { ArrowLeftOutlined } from '@ant-design/icons'
import { Link, useCanGoBack, useRouter } from '@tanstack/react-router'
import { paths } from '../app/paths'
import { lastList } from './customer.search'

/** Back to where one came from, with its filters; to the list when the page was opened by its address. */
export function BackLink() {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  return (
    <Link
      to={paths.customers}
      search={lastList.search as never}
      className="sr-c-back"
      aria-label="返回"
      title="返回"
      onClick={(event) => {
        if (!canGoBack || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        router.history.back()
      }}
    >
      <ArrowLeftOutlined />
    </Link>
  )
}
