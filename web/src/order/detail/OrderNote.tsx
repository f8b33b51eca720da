import { Alert } from 'antd'

interface OrderNoteProps {
  type?: 'warning' | 'success' | 'info'
  text: string
  /** By whom, and when. */
  by: string
}

/** What one wants to know of an order before anything else: one line above its sections. */
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
