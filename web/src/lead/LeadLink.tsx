import type { ClueRow } from '@showroom/contract/lead/list.schema'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../frame/paths'
import { searchOf } from './lead.search'
import type { LeadFilterState } from './useLeadFilter'

interface LeadLinkProps {
  row: ClueRow
  list: LeadFilterState
  className: string
  title?: string
  children: ReactNode
}

/** Opens the lead over the list as it is. */
export const LeadLink = ({ row: { clueId }, list, ...rest }: LeadLinkProps) => (
  <Link
    {...rest}
    to={paths.clueClear}
    search={{ ...searchOf(list.filter), clue: clueId } as never}
    state={{ keyword: list.keyword, opened: true }}
    resetScroll={false}
    data-row-link={clueId}
  />
)
