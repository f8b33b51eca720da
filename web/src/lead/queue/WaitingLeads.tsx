import { leadTab, type LeadTimes } from '@showroom/contract/lead/lead.rules'
import type { ClueRow } from '@showroom/contract/lead/list.schema'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../../ui/EmptyState'
import { HomePanel } from '../../ui/HomePanel'
import { Cut } from '../../ui/list/table/Cut'
import { RelativeTime } from '../../ui/RelativeTime'
import { Countdown } from './Countdown'
import { deadlineOf } from './lead.countdown'
import { leadList } from '../list/lead.fields'
import { leadListQuery } from '../lead.queries'
import '../../ui/home.css'

/** Leads shown on the overview, the longest waiting first. */
const most = 10

/** The store's leads to clean and to assign, as the home page of 集团DCC. */
export const WaitingLeads = () => (
  <div className="sr-home-pair">
    <Leads tab={leadTab.waiting} title="最久未清洗" empty="没有待清洗的线索" />
    <Leads tab={leadTab.unassigned} title="等待分配" empty="没有待分配的线索" />
  </div>
)

function Leads({ tab, title, empty }: { tab: number; title: string; empty: string }) {
  const filter = { ...leadList.usual, activityType: tab, createdDate: '', pageCount: most }
  const query = useQuery(leadListQuery(filter))
  const { data } = query
  const search = leadList.searchOf(filter)
  return (
    <HomePanel
      id={`leads-${tab}`}
      title={title}
      whole={{ link: { to: '/activity/clue-clear', search }, total: data?.total, unit: '条' }}
      rows={data?.data}
      query={query}
      empty={<EmptyState title={empty} hint="新线索到达后会出现在这里。" />}
      render={(row) => <Lead key={row.clueId} row={row} hours={data?.hours} search={search} />}
    />
  )
}

interface LeadProps {
  row: ClueRow
  hours: LeadTimes | undefined
  search: ReturnType<typeof leadList.searchOf>
}

/** The link opens the lead over its list. */
function Lead({ row, hours, search }: LeadProps) {
  const deadline = deadlineOf(row, row.createdDate, hours)
  return (
    <li className="sr-home-row">
      <span className="sr-home-main">
        <Link className="sr-home-what" to="/activity/clue-clear" search={{ ...search, clue: row.clueId }}>
          <Cut text={row.name} />
        </Link>
        <span className="sr-home-about">
          <span className="sr-num">{row.phone}</span>
          {row.seriesName && <span>{row.seriesName}</span>}
          <span>{row.sourceName}</span>
        </span>
      </span>
      <span className="sr-home-when">
        {deadline && hours && <Countdown deadline={deadline} hours={hours} />}
        <RelativeTime at={row.createdDate} className="sr-quiet sr-num" />
      </span>
    </li>
  )
}
