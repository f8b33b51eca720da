import { search } from '@showroom/contract/desk/desk.api'
import { arrivalPageSize, type FoundArrival } from '@showroom/contract/desk/list.schema'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Input, type InputRef, Pagination, Table } from 'antd'
import { useState } from 'react'
import { queryOf } from '../../api/query'
import { failureText } from '../../ui/failure'
import { keywordOf } from '../../ui/found'
import { useShownHere } from '../../ui/shownErrors'
import { useNarrow } from '../../ui/useNarrow'
import { StoppedMark } from '../StoppedMark'
import '../desk.css'

interface FindArrivalProps {
  field: React.RefObject<InputRef | null>
  /** Shown before the first search. */
  hint?: string
  /** Shown if no customer is found. */
  missing?: React.ReactNode
  onChosen: (customer: FoundArrival) => void
}

/** Searches the whole store by name, number or its last digits. */
export function FindArrival({ field, hint, missing, onChosen }: FindArrivalProps) {
  const [{ key, pageStart }, setAsked] = useState({ key: '', pageStart: 1 })
  const { data, error } = useQuery({
    ...queryOf(search, { key, pageStart, pageCount: arrivalPageSize }),
    enabled: key !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
  useShownHere(error)
  const found = key === '' ? undefined : data
  return (
    <div className="sr-arrival">
      {/* Without `loading`: live pages refetch at any time, and the button would ignore Enter while loading. */}
      <Input.Search
        ref={field}
        aria-label="姓名或手机号"
        placeholder="姓名、手机号或后四位"
        allowClear
        enterButton="查找"
        size="large"
        onSearch={(text) => setAsked({ key: keywordOf(text), pageStart: 1 })}
      />
      <div className="sr-arrival-found" role="region" aria-label="查找结果" aria-live="polite">
        {error ? (
          <p className="sr-arrival-hint">{failureText(error)}</p>
        ) : !found ? (
          hint && <p className="sr-arrival-hint">{hint}</p>
        ) : found.total === 0 ? (
          <p className="sr-arrival-hint">该客户不存在 {missing}</p>
        ) : (
          <FoundTable rows={found.data} onChosen={onChosen} />
        )}
        {found && found.total > arrivalPageSize && (
          <Pagination
            className="sr-arrival-pages"
            current={pageStart}
            pageSize={arrivalPageSize}
            total={found.total}
            showSizeChanger={false}
            onChange={(page) => setAsked({ key, pageStart: page })}
          />
        )}
      </div>
    </div>
  )
}

interface FoundTableProps {
  rows: FoundArrival[]
  onChosen: FindArrivalProps['onChosen']
}

/** On a phone the owner is shown below the name. */
function FoundTable({ rows, onChosen }: FoundTableProps) {
  const narrow = useNarrow()
  const about = [
    {
      title: '客户经理',
      key: 'owner',
      width: 112,
      render: (_: unknown, { deal }: FoundArrival) => deal.ownerName,
    },
    {
      title: '意向级别',
      key: 'level',
      width: 88,
      render: (_: unknown, { deal }: FoundArrival) => `${deal.level}级`,
    },
  ]
  return (
    <Table<FoundArrival>
      size="small"
      rowKey="id"
      pagination={false}
      dataSource={rows}
      columns={[
        {
          title: '客户',
          key: 'customer',
          render: (_, { name, mobile, deal }) => (
            <>
              <span className="sr-arrival-who">
                {name} - <span className="sr-num">{mobile}</span>
              </span>
              {narrow && (
                <span className="sr-arrival-of sr-quiet">{`${deal.ownerName} · ${deal.level}级`}</span>
              )}
            </>
          ),
        },
        ...(narrow ? [] : about),
        {
          title: '状态',
          key: 'state',
          width: 96,
          render: (_: unknown, { stopped }: FoundArrival) => <StoppedMark stopped={stopped} />,
        },
        {
          title: '操作',
          key: 'action',
          width: 144,
          render: (_, customer) => <ChooseArrival customer={customer} onChosen={onChosen} />,
        },
      ]}
    />
  )
}

interface ChooseArrivalProps {
  customer: FoundArrival
  onChosen: FindArrivalProps['onChosen']
}

function ChooseArrival({ customer, onChosen }: ChooseArrivalProps) {
  if (customer.isPresent) return <span className="sr-quiet">已在店</span>
  return (
    <Button aria-label={`确认到店 ${customer.name}`} onClick={() => onChosen(customer)}>
      确认到店
    </Button>
  )
}
