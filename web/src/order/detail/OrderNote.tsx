import { Alert } from 'antd'

interface OrderNoteProps {
  type?: 'warning' | 'success' | 'info'
  text: string
  /** Author and time. */
  by: string
}

/** A prominent note above the order's sections. */
export const OrderNote = ({ type = 'warning', text, by }: OrderNoteProps) => (
  <Alert
    className="sr-o-banner"
    type={type}
    showIcon
    title={
      <span className="sr-o-note">
        {text}
        <span className="sr-o-note-by">{by}</span>
      </span>
    }
  />
)
