import { lazy, Suspense } from 'react'

const importDialog = () => import('../dialogs/NewCustomerDialog')
const NewCustomerDialog = lazy(() => importDialog().then((module) => ({ default: module.NewCustomerDialog })))

/** Fetches the dialog ahead, when somebody is about to open it. A failure shows when it is really opened. */
export const preloadNewCustomer = (): void => void importDialog().catch(() => undefined)

/** The new-customer dialog, which most visits of the list do not need: it comes as a chunk of its own. */
export function NewCustomer({ onClosed }: { onClosed: () => void }) {
  return (
    <Suspense>
      <NewCustomerDialog onClosed={onClosed} />
    </Suspense>
  )
}
