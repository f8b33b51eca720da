import { Link } from '@tanstack/react-router'
import '../../ui/list/rows.css'

interface CustomerNameProps {
  customerId: number
  name: string
  /** What the row is known by, where keys act on it. */
  row?: number
}

/** A row's customer, who leads to the file; `data-peek` lets one look at what was last from here (peek/CustomerPeeks.tsx). */
export const CustomerName = ({ customerId, name, row }: CustomerNameProps) => (
  <Link
    className="sr-row-name"
    to="/customer/detail/$customerId"
    params={{ customerId: String(customerId) }}
    aria-keyshortcuts="Space"
    data-peek={customerId}
    data-row-link={row ?? ''}
  >
    {name}
  </Link>
)
