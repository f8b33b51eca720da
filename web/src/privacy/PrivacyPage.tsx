import { SearchOutlined } from '@ant-design/icons'
import { openDays, type PersonRequest } from '@showroom/contract/privacy/privacy.schema'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { EmptyState } from '../ui/EmptyState'
import { ErrorState } from '../ui/ErrorState'
import { lazyDialog } from '../ui/lazyDialog'
import { PageHeader } from '../ui/PageHeader'
import { PageSkeleton } from '../ui/Skeletons'
import { PersonCard } from './PersonCard'
import { RetentionPanel } from './RetentionPanel'
import { personsQuery } from './privacy.queries'
import './privacy.css'

const AskDialog = lazyDialog(() => import('./AskDialog').then((module) => module.AskDialog))
const EraseDialog = lazyDialog(() => import('./EraseDialog').then((module) => module.EraseDialog))

type Opened = { readonly what: 'ask' } | { readonly what: 'erase'; readonly person: PersonRequest }

/** Requests of persons: what the store keeps for a number, a copy of it, and its erasure. */
export function PrivacyPage() {
  const { data, error, isPending, refetch } = useQuery(personsQuery())
  const [opened, setOpened] = useState<Opened>()
  const close = (): void => setOpened(undefined)
  if (isPending) return <PageSkeleton />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const askButton = (
    <Button type="primary" icon={<SearchOutlined />} onClick={() => setOpened({ what: 'ask' })}>
      查找个人信息
    </Button>
  )
  return (
    <>
      <PageHeader
        title="个人信息"
        hint={`客户要求查阅、复制或删除本人信息时使用。${openDays}天内未确认的查找自动过期。`}
      >
        {data.data.length > 0 && askButton}
      </PageHeader>
      {data.data.length === 0 && (
        <div className="sr-panel">
          <EmptyState
            title="还没有查找记录"
            hint="输入客户的手机号、微信号或证件号码，查找本店保存的全部信息；可以导出副本交给客户，或按客户要求删除。"
          >
            {askButton}
          </EmptyState>
        </div>
      )}
      <ul className="sr-persons">
        {data.data.map((person) => (
          <PersonCard key={person.id} person={person} onErase={() => setOpened({ what: 'erase', person })} />
        ))}
      </ul>
      <RetentionPanel days={data.retention} />
      {opened?.what === 'ask' && <AskDialog onClosed={close} />}
      {opened?.what === 'erase' && <EraseDialog person={opened.person} onClosed={close} />}
    </>
  )
}
