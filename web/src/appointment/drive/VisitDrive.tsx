import { CarOutlined } from '@ant-design/icons'
import { drives as drivesCall, walkUp } from '@showroom/contract/appointment/appointment.api'
import type { Drive } from '@showroom/contract/appointment/drive.schema'
import { dayStart } from '@showroom/contract/kernel/day'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { queryOf } from '../../api/query'
import type { Visitor } from '../../desk/public'
import { may } from '../../frame/areas'
import { useSession } from '../../frame/session'
import { useNow } from '../../ui/useNow'
import { StepDialog, stepOf, WalkUpDialog } from '../plan/steps'

/**
 * The next step of today's test drive of a customer in the showroom: keys, or the car back. Without a planned one it starts a 现场试驾. Missing
 * once the car is back, and for customers who cannot be followed up.
 */
export function VisitDrive({ visit }: { visit: Visitor }) {
  const now = useNow()
  const { data } = useQuery(queryOf(drivesCall, { day: dayStart(now) }))
  const mayStart = may(useSession(), walkUp)
  // The step of the moment of the press: a refetch while the dialog is open does not change it.
  const [acting, setActing] = useState<Drive | 'start'>()
  const close = (): void => setActing(undefined)
  const own = (data?.data ?? []).filter(({ customerId }) => customerId === visit.customerId)
  const next = own.find(({ backAt }) => backAt === 0)
  const isOut = next !== undefined && next.driveId > 0
  const isShown = mayStart && (isOut || visit.stopped === '') && (next ? next.mayHand : own.length === 0)
  return (
    <>
      {isShown && (
        <Button
          icon={<CarOutlined aria-hidden />}
          disabled={!data}
          onPointerEnter={WalkUpDialog.preload}
          onFocus={WalkUpDialog.preload}
          onClick={() => setActing(next ?? 'start')}
        >
          {next ? stepOf(next) : '试驾'}
          <span className="sr-visually-hidden"> {visit.name}</span>
        </Button>
      )}
      {acting === 'start' && <WalkUpDialog customer={visit} onClosed={close} />}
      {acting && acting !== 'start' && <StepDialog drive={acting} onClosed={close} />}
    </>
  )
}
