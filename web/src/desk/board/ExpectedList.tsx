import { activityType } from '@showroom/contract/customer/customer.rules'
import { type ExpectedVisit, mostExpected } from '@showroom/contract/desk/board.schema'
import { inShanghai } from '@showroom/contract/kernel/day'
import { Button } from 'antd'
import { useState } from 'react'
import { LevelChip } from '../../customer/public'
import { useMayEnter } from '../../frame/areas'
import { formatMinute } from '../../ui/day'
import { ConfirmArrival } from '../dialogs/ConfirmArrival'
import { VisitorName } from '../list/DeskTable'

/** 10:30, or 今天 without an agreed time. */
function timeText(dueAt: number): string {
  const at = inShanghai(dueAt)
  return at.getUTCHours() + at.getUTCMinutes() === 0 ? '今天' : formatMinute(dueAt).slice(-5)
}

/** The customers expected today who have not come yet. */
export function ExpectedList({ expected }: { expected: readonly ExpectedVisit[] }) {
  const [arriving, setArriving] = useState<ExpectedVisit>()
  const mayOpen = useMayEnter('/customer/list')
  return (
    <section className="sr-expected" aria-label="今日预约">
      <h2 className="sr-board-title">
        今日预约{' '}
        <span className="sr-num">
          {expected.length}
          {expected.length === mostExpected && '+'}
        </span>
      </h2>
      {expected.length === 0 && <p className="sr-quiet">今天没有未到店的预约</p>}
      <ul className="sr-expected-list">
        {expected.map((one) => (
          <li key={one.customerId} className="sr-expected-row">
            <time className="sr-num">{timeText(one.dueAt)}</time>
            <span className="sr-expected-who">
              <VisitorName row={one} mayOpen={mayOpen} />
              <LevelChip level={one.level} size="small" />
            </span>
            <Button onClick={() => setArriving(one)}>
              到店<span className="sr-visually-hidden"> {one.name}</span>
            </Button>
            <span className="sr-expected-about sr-quiet">
              {[
                one.activityType === activityType.testDrive && '试驾',
                one.specName,
                one.mobile,
                one.ownerName,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {arriving && (
        <ConfirmArrival
          customer={{ id: arriving.customerId, name: arriving.name, stopped: '' }}
          onDone={() => setArriving(undefined)}
          onClosed={() => setArriving(undefined)}
        />
      )}
    </section>
  )
}
