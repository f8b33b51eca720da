import { SearchOutlined } from '@ant-design/icons'
import { arrivalPageSize, type FoundArrival } from '@showroom/contract/desk/list.schema'
import { Button, Input, type InputRef, Pagination, Table } from 'antd'
import { useState } from 'react'
import { failureText } from '../../ui/failure'
import { useHits, useTyped } from '../../ui/find/useFinder'
import { useNarrow } from '../../ui/useNarrow'
import { useArrivalSearch } from '../desk.queries'
import { StoppedMark } from '../StoppedMark'
import '../desk.css'

interface FindArrivalProps {
  field: React.RefObject<InputRef | null>
  /** Shown before the first search. */
  hint: string
  onChosen: (customer: FoundArrival) => void
}

/** Searches the whole store by name, number or its last digits. */
export function FindArrival({ field, hint, onChosen }: FindArrivalProps) {
  const typed = useTyped()
  const { key } = typed
  const [page, setPage] = useState({ key: '', pageStart: 1 })
  const pageStart = page.key === key ? page.pageStart : 1
  const { matches, error, isKnown } = useArrivalSearch(key, pageStart)
  const { active, field: input } = useHits(typed, {
    hits: matches?.data.map((row) => ({ key: String(row.id), row })) ?? [],
    isKnown,
    onTake: ({ row }) => !row.isPresent && onChosen(row),
  })
  return (
    <div className="sr-arrival">
      <Input
        ref={field}
        type="search"
        aria-label="姓名或手机号"
        placeholder="姓名、手机号或后四位"
        prefix={<SearchOutlined aria-hidden />}
        autoComplete="off"
        size="large"
        {...input}
      />
      <div className="sr-arrival-found" role="region" aria-label="查找结果" aria-live="polite">
        {error ? (
          <p className="sr-arrival-hint">{failureText(error)}</p>
        ) : !matches ? (
          <p className="sr-arrival-hint">{hint}</p>
        ) : matches.total === 0 ? (
          <p className="sr-arrival-hint">该客户不存在</p>
        ) : (
          <FoundTable rows={matches.data} active={active?.row} onChosen={onChosen} />
        )}
        {matches && matches.total > arrivalPageSize && (
          <Pagination
            className="sr-arrival-pages"
            current={pageStart}
            pageSize={arrivalPageSize}
            total={matches.total}
            showSizeChanger={false}
            onChange={(next) => setPage({ key, pageStart: next })}
          />
        )}
      </div>
    </div>
  )
}

interface FoundTableProps {
  rows: FoundArrival[]
  /** The row that Enter takes. */
  active: FoundArrival | undefined
  onChosen: FindArrivalProps['onChosen']
}

/** On a phone the owner is shown below the name. */
function FoundTable({ rows, active, onChosen }: FoundTableProps) {
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
      rowClassName={(row) => (row === active ? 'sr-arrival-active' : '')}
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
          render: (_: unknown, { stopped, isExpected }: FoundArrival) =>
            isExpected ? (
              <span className="sr-visit-type sr-visit-type-1">今日预约</span>
            ) : (
              <StoppedMark stopped={stopped} />
            ),
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
