import type { DeskRow } from '@showroom/contract/desk/list.schema'
import { LevelChip } from '../../customer/public'
import { useMayEnter } from '../../frame/areas'
import { formatMinute } from '../../ui/day'
import { CardChoice, Cards } from '../../ui/list/Cards'
import type { Choosing } from '../../ui/list/table/useSelection'
import type { ShownRows } from '../../ui/list/table/waiting'
import { VisitorName, VisitType } from './DeskTable'

/** The list on a phone: one card per visit. */
export function DeskCards({ selected, onSelect, ...rows }: ShownRows<DeskRow> & Choosing) {
  const mayOpen = useMayEnter('/customer/list')
  return (
    <Cards {...rows} idOf={({ visitId }) => visitId}>
      {(row) =>
        selected ? (
          <CardChoice id={row.visitId} name={row.name} selected={selected} onSelect={onSelect}>
            <CardLines row={row} mayOpen={false} />
          </CardChoice>
        ) : (
          <article className="sr-card" aria-label={row.name}>
            <CardLines row={row} mayOpen={mayOpen} />
          </article>
        )
      }
    </Cards>
  )
}

const CardLines = ({ row, mayOpen }: { row: DeskRow; mayOpen: boolean }) => (
  <>
    <span className="sr-card-line">
      <VisitorName row={row} mayOpen={mayOpen} />
      <VisitType type={row.type} isDriving={row.isDriving} />
      <span className="sr-card-end">
        <LevelChip level={row.deal.level} />
      </span>
    </span>
    <span className="sr-card-line sr-quiet">
      <span className="sr-num">{row.mobile}</span>
      <span className="sr-cut">{row.deal.specName}</span>
    </span>
    <span className="sr-card-line sr-quiet">
      <span>{row.deal.ownerName}</span>
      <time className="sr-card-end sr-num">{formatMinute(row.createdDate)}</time>
    </span>
  </>
)
