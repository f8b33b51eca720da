import { undo } from '@showroom/contract/base/base.api'
import { callApi } from '../api/client'
import { notice } from '../ui/notice'
import { offerUndo, type UndoOffer } from '../ui/undo/undo'

interface Ticket extends Omit<UndoOffer, 'undo'> {
  /** `undoId` of the response; 0 if the write cannot be undone, so no undo is offered. */
  undoId: number
  /** Unit of the count if only some could be undone: 位, 条. */
  unit?: string
  /** Refetches the affected queries. */
  after: () => void
}

/** Offers to undo a write that left a ticket on the server; without one, shows its text as a notice. */
export function offerTicket(ticket: Ticket): void {
  if (ticket.undoId > 0) showResult(ticket)
  else notice.success(ticket.text)
}

/** Shows the result of a bulk action in the undo bar, with the undo if it left a ticket. */
export function showResult({ undoId, unit = '位', after, ...offer }: Ticket): void {
  offerUndo({
    ...offer,
    ...(undoId > 0 && {
      undo: async () => {
        // The ticket is the idempotency key: a retry gets the first response.
        const answer = await callApi(undo, { undoId }, { idempotencyKey: `undo-ticket-${undoId}` })
        after()
        const { undoneTotal, keptTotal } = answer
        return keptTotal > 0
          ? `已撤销 ${undoneTotal} ${unit}，另有 ${keptTotal} ${unit}已有新的变化，未撤销`
          : '已撤销'
      },
    }),
  })
}
