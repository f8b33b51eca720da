import { ArrowLeftOutlined } from '@ant-design/icons'
import { Link, useCanGoBack, useRouter } from '@tanstack/react-router'
import { useMayEnter } from '../../frame/areas'
import { customerList } from '../list/customer.fields'

/** Back to where one came from, with its filters; to the list when the page was opened by its address, for a reviewer to theirs. */
export function BackLink() {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const list = useMayEnter('/customer/list')
    ? { to: '/customer/list', search: customerList.last.search as never }
    : { to: '/activity/fail-verify' }
  return (
    <Link
      {...list}
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
