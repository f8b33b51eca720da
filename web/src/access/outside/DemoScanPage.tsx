import * as access from '@showroom/contract/access/access.api'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { queryOf } from '../../api/query'
import { EntryPage } from '../entry/EntryPage'
import { useTitle } from '../../ui/title'

/** The demo's replacement for WeCom's scan page: the user picks a member who scans, and it redirects back as WeCom does. */
export function DemoScanPage() {
  const { state = '' } = useSearch({ from: '/demoScan' })
  const { data: options } = useQuery({ ...queryOf(access.signInOptions, {}), staleTime: Infinity })
  useTitle('演示扫码')
  const people = options?.demo?.accounts ?? []
  return (
    <EntryPage>
      <h1 className="sr-entry-title">演示：模拟企业微信扫码</h1>
      <p className="sr-entry-lead">
        这一页代替企业微信的扫码页。请选择由谁扫码：首次扫码的成员会先绑定手机号，之后直接登录。
      </p>
      <div className="sr-demo sr-demo-scan">
        <ul>
          {people.map(({ mobile, name, role, dealer }) => (
            <li key={mobile}>
              <Link to="/authRedirect" search={{ code: `demo-${name}`, state }} title={dealer} replace>
                <span className="sr-demo-name">{name}</span>
                <span className="sr-demo-role">{role}</span>
              </Link>
            </li>
          ))}
          <li>
            <Link to="/authRedirect" search={{ code: 'demo-', state }} replace>
              <span className="sr-demo-name">外部联系人</span>
              <span className="sr-demo-role">非成员</span>
            </Link>
          </li>
        </ul>
      </div>
      <Link to="/authRedirect" search={{ state }} replace className="sr-entry-link">
        取消扫码
      </Link>
    </EntryPage>
  )
}
