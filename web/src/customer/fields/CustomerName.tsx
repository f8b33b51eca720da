import { Link } from '@tanstack/react-router'

interface CustomerNameProps {
  customerId: number
  name: string
  /** What the row is known by, where keys act on it. */
  row?: number
}

/** A row's customer, who leads to the file. */
export const CustomerName = ({ customerId, name, row }: CustomerNameProps) => (
  <Link
    className="sr-row-name"
    to="/customer/detail/$customerId"
    params={{ customerId: String(customerId) }}
    title={name}
    data-row-link={row ?? ''}
  >
    {name}
  </Link>
)
