import { DownOutlined } from '@ant-design/icons'
import type { OrderDetail } from '@showroom/contract/order/detail.schema'
import { orderStatus } from '@showroom/contract/order/order.rules'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useMayEnter } from '../../frame/areas'
import { Dropdown } from '../../ui/later/later'
import { useNarrow } from '../../ui/useNarrow'
import type { OrderActionsOnPage, OrderPageAction } from './useOrderActions'

const keyProps = ({ keys }: OrderPageAction) =>
  keys ? { title: `快捷键 ${keys}`, 'aria-keyshortcuts': keys } : {}

interface OrderActionBarProps {
  order: OrderDetail
  actions: OrderActionsOnPage
  /** On a page that only shows the order: the link to its own page. */
  ownPage: ReactNode
}

/** The next step of the member as the only primary button, the rest under 更多; in the page head, or on phones at the bottom. */
export function OrderActionBar({ order, actions, ownPage }: OrderActionBarProps) {
  const narrow = useNarrow()
  const { main, secondary, others, run, toNext } = actions
  const mayPrint = useMayEnter('/order/orderDetail') && order.orderStatus !== orderStatus.cancelled
  const paper = { key: 'paper', label: '打印确认单' }
  const rest: readonly OrderPageAction[] = mayPrint ? [...others, paper] : others
  const act = (key: string): void => {
    if (key === paper.key) window.open(`#/order/paper?orderId=${order.id}`, '_blank', 'noopener')
    else run(key)
  }
  if (!main && !toNext && !ownPage && rest.length === 0) return null
  return (
    <div className={narrow ? 'sr-phone-bar sr-o-phone-bar' : 'sr-o-bar'}>
      <div className="sr-o-actions" role="group" aria-label="订单操作">
        {toNext && (
          <Button aria-keyshortcuts="j" title="快捷键 J" onClick={toNext}>
            下一单
          </Button>
        )}
        {rest.length > 0 && (
          <Dropdown
            trigger={['click']}
            autoFocus
            menu={{
              items: rest.map(({ key, label }) => ({ key, label })),
              onClick: (info) => act(info.key),
            }}
          >
            <Button icon={<DownOutlined aria-hidden />} iconPlacement="end">
              更多
            </Button>
          </Dropdown>
        )}
        {secondary.map((action) => (
          <Button key={action.key} {...keyProps(action)} onClick={() => act(action.key)}>
            {action.label}
          </Button>
        ))}
        {ownPage}
        {main && (
          <Button type="primary" {...keyProps(main)} onClick={() => act(main.key)}>
            {main.label}
          </Button>
        )}
      </div>
    </div>
  )
}
