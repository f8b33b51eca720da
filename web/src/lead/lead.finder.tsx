import { leadTab } from '@showroom/contract/lead/lead.rules'
import type { Finder } from '../frame/finder'
import { formatDay } from '../ui/day'
import { StatusCell } from './list/LeadCells'

const page = '/activity/clue-clear'

/** Finds online leads for the global search. */
export const leads: Finder = {
  ids: 'clueIds',
  title: '线索',
  foundIn: ({ leads: rows }) =>
    rows.map(({ clueId, name, phone, status, seriesName, ownerName, sourceName, createdDate }) => ({
      id: clueId,
      name,
      number: phone,
      hint: [seriesName, ownerName, sourceName, formatDay(createdDate)].filter(Boolean).join(' · '),
      mark: <StatusCell status={status} />,
    })),
  linkTo: (id) => ({ to: page, search: { t: leadTab.all, clue: id } }),
  openedAt: ({ pathname, search }) => (pathname === page && 'clue' in search ? Number(search.clue) || 0 : 0),
  lists: [{ title: '线索处理', link: { to: page, search: { t: leadTab.all } } }],
}
