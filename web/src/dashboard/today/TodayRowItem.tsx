import { todayActions } from '@showroom/contract/dashboard/today.rules'
import type { TodayRow } from '@showroom/contract/dashboard/today.schema'
import type { LeadTimes } from '@showroom/contract/lead/lead.rules'
import type { QueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import {
  CustomerName,
  FollowDrawer,
  keepDialled,
  LevelChip,
  revealed,
  useReveal,
} from '../../customer/public'
import { useArrive } from '../../desk/public'
import { LeadDrawer } from '../../lead/public'
import { useNarrow } from '../../ui/useNarrow'
import { todayQuery } from '../dashboard.queries'
import { ReasonCell, WhatCell } from './TodayCells'

/** Opens the form of a row. */
export interface Openers {
  readonly follow: (activityId: number) => void
  readonly lead: (clueId: number) => void
  readonly drive: (activityId: number) => void
}

interface ItemProps {
  row: TodayRow
  isGone: boolean
  /** The first row, whose action Enter runs. */
  isFirst: boolean
  hours: LeadTimes
  openers: Openers
}

const refetchToday = (queries: QueryClient): Promise<void> => queries.invalidateQueries(todayQuery())

/** A row of the day with its one action. The action holds the row's place for the keys J and K. */
export function TodayRowItem({ row, isGone, isFirst, hours, openers }: ItemProps) {
  const { clueId, customerId, activityId, name, level, mobile, action } = row
  const narrow = useNarrow()
  const isLead = clueId > 0
  const numbers = useReveal(
    isLead ? clueId : customerId,
    'numbers',
    isLead ? revealed.lead : revealed.customer,
  )
  const [isPending, setPending] = useState(false)
  const { arrive } = useArrive(refetchToday)
  const navigate = useNavigate()
  const openFile = () =>
    navigate({ to: '/customer/detail/$customerId', params: { customerId: String(customerId) } })
  const openForm = (): void => {
    if (isLead) openers.lead(clueId)
    else if (activityId > 0) openers.follow(activityId)
    else void openFile()
  }
  const dial = async (): Promise<void> => {
    if (narrow && numbers.isOffered) return numbers.dial(openForm)
    const clear = numbers.isOffered ? await numbers.show() : undefined
    if (clear) keepDialled(isLead ? clueId : customerId, isLead ? revealed.lead : revealed.customer, clear)
    openForm()
  }
  const acts = {
    receive: () => arrive(row),
    arrive: () => arrive(row),
    keys: () => openers.drive(activityId),
    back: () => openers.drive(activityId),
    call: dial,
    follow: openForm,
    open: openFile,
  } as const
  const act = async (): Promise<void> => {
    setPending(true)
    await acts[action]()
    setPending(false)
  }
  const preload = isLead ? LeadDrawer.preload : FollowDrawer.preload
  return (
    <li className="sr-today-row" data-gone={isGone} data-first={isFirst}>
      <ReasonCell row={row} hours={hours} />
      <span className="sr-today-who">
        {isLead ? (
          <span className="sr-row-name">{name}</span>
        ) : (
          <CustomerName customerId={customerId} name={name} row={null} />
        )}
        {level && <LevelChip level={level} size="small" />}
        <span className="sr-quiet sr-num sr-today-mobile" role={numbers.problem ? 'alert' : undefined}>
          {numbers.problem || numbers.clear?.phone || mobile}
        </span>
      </span>
      <WhatCell row={row} />
      {isGone ? (
        <span className="sr-quiet sr-today-done">已处理</span>
      ) : (
        <Button
          size={narrow ? 'middle' : 'small'}
          type={isFirst ? 'primary' : 'default'}
          loading={isPending}
          data-row-link={activityId || -clueId}
          aria-label={`${todayActions[action]} ${name}`}
          onFocus={preload}
          onPointerEnter={preload}
          onClick={() => void act()}
        >
          {todayActions[action]}
        </Button>
      )}
    </li>
  )
}
