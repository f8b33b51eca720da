import { dayText } from '@showroom/contract/kernel/day'
import { save } from '@showroom/contract/target/target.api'
import { levelLabels, targetLevels } from '@showroom/contract/target/target.rules'
import type { TargetLevel } from '@showroom/contract/target/target.rules'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { DatePicker, Segmented } from 'antd'
import { useState } from 'react'
import { may } from '../frame/areas'
import { useSession } from '../frame/session'
import { dayOf } from '../ui/day'
import { ErrorState } from '../ui/ErrorState'
import { PageHeader } from '../ui/PageHeader'
import { RowsSkeleton } from '../ui/Skeletons'
import { useNow } from '../ui/useNow'
import { periodQuery } from './target.queries'
import type { TargetSearch } from './target.search'
import { TargetSheet } from './TargetSheet'
import './target.css'

const periods = [
  { value: 1, label: '月' },
  { value: 3, label: '季' },
  { value: 12, label: '年' },
]

/** 业绩目标: targets of the store and its members by month, with the sums of quarter and year. */
export function TargetPage() {
  const session = useSession()
  const search: TargetSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const now = dayText(useNow()).slice(0, 7)
  const month = search.m ? `${search.m.slice(0, 4)}-${search.m.slice(4)}` : now
  const months = search.p ?? 1
  const [level, setLevel] = useState<TargetLevel>('basic')
  const { data, error, refetch } = useQuery(periodQuery({ month, months }))
  const change = (part: TargetSearch) => void navigate({ to: '.', search: { ...search, ...part } })
  const bar = (
    <div className="sr-target-bar">
      <Segmented
        aria-label="周期"
        options={periods}
        value={months}
        onChange={(value) => change({ p: value === 3 || value === 12 ? value : undefined })}
      />
      <DatePicker
        aria-label="月份"
        className="sr-target-month"
        picker={months === 1 ? 'month' : months === 3 ? 'quarter' : 'year'}
        allowClear={false}
        value={dayOf(Date.parse(`${month}-01T00:00:00+08:00`) / 1000)}
        onChange={(day) => {
          const chosen = day?.format('YYYYMM')
          if (chosen) change({ m: chosen === now.replace('-', '') ? undefined : chosen })
        }}
      />
      <Segmented<TargetLevel>
        aria-label="目标级别"
        options={targetLevels.map((value) => ({ value, label: levelLabels[value] }))}
        value={level}
        onChange={setLevel}
      />
    </div>
  )
  if (!data)
    return (
      <div className="sr-target">
        <PageHeader title="业绩目标" />
        {bar}
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <RowsSkeleton rows={10} />}
      </div>
    )
  return (
    <TargetSheet
      key={`${month} ${months}`}
      period={data}
      month={month}
      months={months}
      level={level}
      isEditable={months === 1 && may(session, save)}
    >
      {bar}
    </TargetSheet>
  )
}
