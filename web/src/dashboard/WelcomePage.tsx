import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { customerList, customerListQuery } from '../customer/public'
import { useMayEnter } from '../frame/areas'
import { type MenuItem, useMenu } from '../frame/menu'
import { useSession } from '../frame/session'
import { formatDay, nowSeconds } from '../ui/day'
import type { ListSearch } from '../ui/list/listFields'
import { PageHeader } from '../ui/PageHeader'
import { Announcement } from './Announcement'
import './welcome.css'

const weekdays = ['日', '一', '二', '三', '四', '五', '六']

/** The calendar and clock of Shanghai, where all the stores are. */
const shanghai = (seconds: number): Date => new Date((seconds + 8 * 3600) * 1000)

function greetingAt(hour: number): string {
  if (hour < 5) return '夜深了'
  if (hour < 11) return '早上好'
  if (hour < 13) return '中午好'
  return hour < 18 ? '下午好' : '晚上好'
}

/** The overview until its numbers are built: a greeting, one's customers at a glance, and the ways on. */
export function WelcomePage() {
  const session = useSession()
  const { name, company, allRoles } = session.profile
  const now = nowSeconds()
  const clock = shanghai(now)
  const customers = useMayEnter('/customer/list')
  return (
    <>
      <PageHeader
        title={`${greetingAt(clock.getUTCHours())}，${name}`}
        hint={`${formatDay(now)} 星期${weekdays[clock.getUTCDay()]} · ${company} · ${allRoles}`}
      >
        {customers && (
          <Link to="/customer/list" search={{ new: 1 }} className="sr-button sr-button-primary">
            新建客户
          </Link>
        )}
      </PageHeader>
      <Announcement />
      {customers && (
        <section className="sr-glance" aria-label={session.isAdmin ? '本店客户' : '我的客户'}>
          {glances.map((glance) => (
            <GlanceTile key={glance.title} {...glance} />
          ))}
        </section>
      )}
      <section className="sr-ways" aria-labelledby="ways-title">
        <h2 id="ways-title">工作区</h2>
        <ul>
          {useMenu()
            .filter((item) => item.to !== '/dashboard/index')
            .map((item) => (
              <Way key={item.to} item={item} />
            ))}
        </ul>
      </section>
    </>
  )
}

interface Glance {
  readonly title: string
  readonly hint: string
  readonly search: ListSearch
}

const glances: readonly Glance[] = [
  { title: '近 29 天新建', hint: '按建档日期', search: {} },
  { title: '高意向客户', hint: 'H、A 级，全部时间', search: { lv: 'H,A', cd: 'all' } },
  { title: '尚未到店', hint: '全部时间', search: { s: 1, cd: 'all' } },
  { title: '今天已跟进', hint: '按跟进日期', search: { fd: '0d', cd: 'all' } },
]

/** A number, and by a click the rows it counts. */
function GlanceTile({ title, hint, search }: Glance) {
  const { data, isError } = useQuery(customerListQuery(customerList.filterOf(search)))
  const number = isError ? '—' : (data?.total.toLocaleString('zh-CN') ?? '')
  return (
    <Link to="/customer/list" search={search} className="sr-glance-tile">
      <span className="sr-glance-title">{title}</span>
      <span className="sr-glance-number">
        {number || <span className="sr-bone" style={{ display: 'block', width: 64, height: 28 }} />}
      </span>
      <span className="sr-glance-hint">{hint}</span>
    </Link>
  )
}

/** A way into an area. One whose screen is still to be built says so in advance. */
function Way({ item }: { item: MenuItem }) {
  const coming = useRouter().routesByPath[item.to].options.staticData?.coming !== undefined
  const state = item.locked ?? (coming ? '建设中' : '')
  const text = (
    <>
      <span className="sr-way-title">
        {item.title}
        {state && <span className="sr-way-state">{state}</span>}
      </span>
      <span className="sr-way-about">{item.about}</span>
    </>
  )
  return (
    <li>
      {item.locked ? (
        <span className="sr-way">{text}</span>
      ) : (
        <Link to={item.to} className="sr-way" data-coming={coming}>
          {text}
        </Link>
      )}
    </li>
  )
}
