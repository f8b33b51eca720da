import type { BoardAnswer, PresentVisit } from '@showroom/contract/desk/board.schema'
import { Modal } from 'antd'
import { useState } from 'react'
import { MemberLine } from './TurnPanel'

interface ReceiverDialogProps {
  visit: PresentVisit
  board: BoardAnswer
  onChosen: (memberId: number) => void
  onClosed: () => void
}

/** All possible receivers, in the order of turns, as large touch targets. */
export function ReceiverDialog({ visit, board, onChosen, onClosed }: ReceiverDialogProps) {
  const [isOpen, setOpen] = useState(true)
  const close = (): void => setOpen(false)
  return (
    <Modal
      open={isOpen}
      title={`谁来接待 ${visit.name}`}
      width={420}
      centered
      footer={null}
      onCancel={close}
      afterClose={onClosed}
      wrapClassName="sr-dialog"
    >
      <ul className="sr-receivers">
        {board.members
          .filter(({ memberId }) => memberId !== visit.receiverId)
          .map((member) => (
            <li key={member.memberId}>
              <button
                type="button"
                className="sr-receiver"
                onClick={() => {
                  onChosen(member.memberId)
                  close()
                }}
              >
                <MemberLine member={member} isNext={member.memberId === board.nextId} />
              </button>
            </li>
          ))}
      </ul>
    </Modal>
  )
}
