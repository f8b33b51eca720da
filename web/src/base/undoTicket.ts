import { undo } from '@showroom/contract/base/base.api'
import { callApi } from '../api/client'
import { offerUndo, type UndoOffer } from '../ui/undo/undo'

interface Ticket extends Omit<UndoOffer, 'undo'> {
  /** `undoId` of the answer; 0 where it cannot be taken back: then nothing is offered. */
  undoId: number
  /** What is counted where only some could be taken back: 位, 条. */
  unit?: string
  /** Reads anew what shows it. */
  after: () => void
}

/** Offers to take back a write that left a ticket on the server. False where it left none. */
export function offerTicket({ undoId, unit = '位', after, ...offer }: Ticket): boolean {
  if (undoId === 0) return false
  offerUndo({
    ...offer,
    undo: async () => {
      // The ticket names the try: a repeat of it gets the first answer.
      const answer = await callApi(undo, { undoId }, { idempotencyKey: `undo-ticket-${undoId}` })
      after()
      const { undoneTotal, keptTotal } = answer
      return keptTotal > 0
        ? `已撤销 ${undoneTotal} ${unit}，另有 ${keptTotal} ${unit}已有新的变化，未撤销`
        : '已撤销'
    },
  })
  return true
}
