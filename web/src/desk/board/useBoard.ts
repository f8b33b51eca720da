import type { BoardAnswer, PresentVisit } from '@showroom/contract/desk/board.schema'
import * as desk from '@showroom/contract/desk/desk.api'
import { isFree } from '@showroom/contract/desk/desk.rules'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callApi } from '../../api/client'
import { offerTicket } from '../../base/public'
import { failureText } from '../../ui/failure'
import { useMessage } from '../../ui/useMessage'
import { invalidateDesk } from '../desk.queries'

/** The element id of a visit's card. */
export const cardId = (visitId: number): string => `visit-${visitId}`

/** Actions on the board, one at a time. The server decides; the board is refetched after every response. */
export function useBoard(board: BoardAnswer) {
  const queries = useQueryClient()
  const message = useMessage()
  const [isBusy, setBusy] = useState(false)
  const keepFocus = useKeptFocus(board)

  async function act(visit: PresentVisit, work: () => Promise<void>): Promise<void> {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      message.error(failureText(error))
    }
    keepFocus(visit.visitId)
    await invalidateDesk(queries)
    setBusy(false)
  }

  return {
    isBusy,
    /** Gives the visit to a consultant, with their shown busy state. */
    give: (visit: PresentVisit, memberId: number): Promise<void> =>
      act(visit, async () => {
        const member = board.members.find((one) => one.memberId === memberId)
        const { visitId, receiverId } = visit
        const evenIfBusy = member !== undefined && !isFree(member)
        await callApi(desk.receive, { visitId, memberId, receiverId, evenIfBusy }, { once: true })
        message.success(`已通知${member?.userName ?? ''}接待${visit.name}`)
      }),
    end: (visit: PresentVisit): void =>
      void act(visit, async () => {
        const { undoId } = await callApi(desk.leave, { visitId: visit.visitId }, { once: true })
        const after = (): void => void invalidateDesk(queries)
        offerTicket({ undoId, text: `${visit.name}已离店`, after })
      }),
  }
}

/** The focus follows a card that moves; when the card is gone, it goes to the page. */
function useKeptFocus(board: BoardAnswer): (visitId: number) => void {
  const wantedWidth = useRef(0)
  useEffect(() => {
    if (wantedWidth.current === 0 || document.activeElement !== document.body) return
    const card = document.getElementById(cardId(wantedWidth.current))
    const first = document.querySelector<HTMLElement>('.sr-board-card, .sr-board .sr-page-title')
    const target = card ?? first
    target?.setAttribute('tabindex', '-1')
    target?.focus({ preventScroll: true })
    wantedWidth.current = 0
  }, [board])
  return (visitId) => {
    wantedWidth.current = visitId
  }
}
