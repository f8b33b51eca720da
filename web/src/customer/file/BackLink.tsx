import { ArrowLeftOutlined } from '@ant-design/icons'
import { Link, useCanGoBack, useRouter } from '@tanstack/react-router'
import { mayEnter } from '../../frame/areas'
import { paths } from '../../frame/paths'
import { useSession } from '../../frame/session'
import { customerList } from '../list/customer.fields'

/** Back to where one came from, with its filters; to the list when the page was opened by its address, for a reviewer to theirs. */
export function BackLink() {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const list = mayEnter.customers(useSession())
    ? { to: paths.customers, search: customerList.last.search as never }
    : { to: paths.failVerify }
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
