import { Link } from '@tanstack/react-router'
import { CustomerPeek } from '../peek/CustomerPeekLoader'
import { usePeek } from '../peek/usePeek'

interface CustomerNameProps {
  customerId: number
  name: string
  /** What the row is known by, where keys act on it. */
  row?: number
}

/** A row's customer, who leads to the file; who rests on it, or presses Space, sees what was last and what comes next. */
export function CustomerName({ customerId, name, row }: CustomerNameProps) {
  const { anchor, on } = usePeek()
  return (
    <>
      <Link
        {...on}
        className="sr-row-name"
        to="/customer/detail/$customerId"
        params={{ customerId: String(customerId) }}
        aria-keyshortcuts="Space"
        data-row-link={row ?? ''}
      >
        {name}
      </Link>
      {anchor && <CustomerPeek customerId={customerId} name={name} anchor={anchor} />}
    </>
  )
}
