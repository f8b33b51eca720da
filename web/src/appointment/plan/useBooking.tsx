import { follow } from '@showroom/contract/customer/customer.api'
import { Button, Modal } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { FollowDrawer, NewCustomerDialog, type PlannedSlot } from '../../customer/public'
import { may } from '../../frame/areas'
import { useSession } from '../../frame/session'
import { type ChosenCustomer, CustomerSelect } from '../CustomerSelect'
import '../../ui/form/form.css'

/** A free place of the schedule. */
export interface FreeSlot extends PlannedSlot {
  /** In words: `周日 11-29 10:00 · 浙A12345`. */
  readonly text: string
}

/** Books a free place: for a customer on file by a follow-up, or with a new file. Undefined without the right to follow up. */
export function useBooking(): { book: ((slot: FreeSlot) => void) | undefined; dialogs: ReactNode } {
  const mayBook = may(useSession(), follow)
  const [booking, setBooking] = useState<{ slot: FreeSlot; customer?: ChosenCustomer | 'new' }>()
  const close = (): void => setBooking(undefined)
  if (!mayBook || !booking)
    return { book: mayBook ? (slot) => setBooking({ slot }) : undefined, dialogs: null }
  const { slot, customer } = booking
  return {
    book: (next) => setBooking({ slot: next }),
    dialogs:
      customer === undefined ? (
        <BookDialog
          slot={slot}
          onPicked={(picked) => setBooking({ slot, customer: picked })}
          onClosed={close}
        />
      ) : customer === 'new' ? (
        <NewCustomerDialog planned={slot} onClosed={close} />
      ) : (
        <FollowDrawer customerId={customer.customerId} name={customer.name} planned={slot} onClosed={close} />
      ),
  }
}

interface BookDialogProps {
  slot: FreeSlot
  onPicked: (customer: ChosenCustomer | 'new') => void
  onClosed: () => void
}

/** Asks for the customer; the form that opens next has day, hour and car. */
function BookDialog({ slot, onPicked, onClosed }: BookDialogProps) {
  const field = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(true)
  const picked = useRef<ChosenCustomer | 'new'>(undefined)
  // The next form opens once this one has returned the focus.
  const pick = (customer: ChosenCustomer | 'new'): void => {
    picked.current = customer
    setOpen(false)
  }
  return (
    <Modal
      open={open}
      title={`预约 ${slot.text}`}
      width={480}
      centered
      wrapClassName="sr-dialog"
      onCancel={() => setOpen(false)}
      afterClose={() => (picked.current ? onPicked(picked.current) : onClosed())}
      afterOpenChange={(isOpen) => isOpen && field.current?.querySelector('input')?.focus()}
      footer={
        <div className="sr-dialog-footer">
          <span className="sr-dialog-note">选定客户后填写跟进</span>
          <Button onClick={() => pick('new')}>新建客户</Button>
        </div>
      }
    >
      <div ref={field}>
        <CustomerSelect onPicked={pick} />
      </div>
    </Modal>
  )
}
