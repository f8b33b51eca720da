import { Link } from '@tanstack/react-router'
import '../../ui/list/table/rows.css'

interface CustomerNameProps {
  customerId: number
  name: string
  /** Id of the row for keyboard actions; null if another element is the row's link. */
  row?: number | null
}

/** Link from a row to the customer's file. `data-peek` enables the preview of recent contacts (peek/CustomerPeeks.tsx). */
export const CustomerName = ({ customerId, name, row }: CustomerNameProps) => (
  <Link
    className="sr-row-name"
    to="/customer/detail/$customerId"
    params={{ customerId: String(customerId) }}
    aria-keyshortcuts="Space"
    data-peek={customerId}
    {...(row !== null && { 'data-row-link': row ?? '' })}
  >
    {name}
  </Link>
)
