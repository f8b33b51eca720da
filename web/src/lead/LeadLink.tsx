import type { ClueRow } from '@showroom/contract/lead/list.schema'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { LeadListState } from './list/lead.fields'

interface LeadLinkProps {
  row: ClueRow
  list: LeadListState
  className: string
  title?: string
  children: ReactNode
}

/** Opens a lead over the list and keeps the list's filters. */
export const LeadLink = ({ row: { clueId }, list, ...rest }: LeadLinkProps) => (
  <Link
    {...rest}
    to="/activity/clue-clear"
    search={list.addressOf(clueId)}
    state={{ keyword: list.keyword, opened: true }}
    resetScroll={false}
    data-row-link={clueId}
  />
)
