import { InformCome } from '@showroom/contract/customer/action.schema'
import { informCome } from '@showroom/contract/customer/customer.api'
import { search } from '@showroom/contract/desk/desk.api'
import { arrivalPageSize, type FoundArrival } from '@showroom/contract/desk/list.schema'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Input, type InputRef, Modal, Pagination, Table } from 'antd'
import { useRef, useState } from 'react'
import { callApi } from '../../api/client'
import { queryOf } from '../../api/query'
import { failureText } from '../../ui/failure'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog'
import { useSchemaForm } from '../../ui/form/useSchemaForm'
import { useShownHere } from '../../ui/shownErrors'
import { useMessage } from '../../ui/useMessage'
import { useNarrow } from '../../ui/useNarrow'
import { invalidateDesk } from '../desk.queries'
import { keywordOf } from '../../ui/found'
import '../desk.css'

/** Searches for an arriving known customer, and confirms the arrival. */
export function ArrivalDialog({ onClosed }: { onClosed: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const [chosen, setChosen] = useState<FoundArrival>()
  const field = useRef<InputRef>(null)
  const close = (): void => setOpen(false)
  return (
    <Modal
      open={isOpen}
      title="确认到店"
      width={640}
      centered
      footer={null}
      onCancel={close}
      afterClose={onClosed}
      afterOpenChange={(opened) => opened && field.current?.focus()}
      wrapClassName="sr-dialog"
    >
      <FindArrival field={field} onChosen={setChosen} />
      {chosen && (
        <ConfirmArrival
          customer={chosen}
          onDone={close}
          onClosed={() => {
            setChosen(undefined)
            field.current?.focus()
          }}
        />
      )}
    </Modal>
  )
}

interface FindArrivalProps {
  field: React.RefObject<InputRef | null>
  onChosen: (customer: FoundArrival) => void
}

function FindArrival({ field, onChosen }: FindArrivalProps) {
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
          <p className="sr-arrival-hint">输入后按回车查找门店的客户</p>
        ) : found.total === 0 ? (
          <p className="sr-arrival-hint">该客户不存在</p>
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
  if (customer.deal.level === 'F') return <span className="sr-quiet">已战败，请先复活</span>
  return (
    <Button aria-label={`确认到店 ${customer.name}`} onClick={() => onChosen(customer)}>
      确认到店
    </Button>
  )
}

interface ConfirmArrivalProps {
  customer: FoundArrival
  onDone: () => void
  onClosed: () => void
}

function ConfirmArrival({ customer, onDone, onClosed }: ConfirmArrivalProps) {
  const queries = useQueryClient()
  const message = useMessage()
  const form = useSchemaForm({
    schema: InformCome,
    initial: {},
    toRequest: () => ({ customerId: customer.id }),
    send: (request, options) => callApi(informCome, request, options),
    onDone: () => {
      void invalidateDesk(queries)
      message.success('确认到店完成')
      onDone()
    },
  })
  return (
    <ConfirmDialog title={`确认到店 ${customer.name}`} form={form} onClosed={onClosed} okText="确认到店">
      <p>此操作将确认该客户到店, 是否继续?</p>
    </ConfirmDialog>
  )
}
