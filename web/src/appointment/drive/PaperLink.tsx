import { PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { paperHref } from './paperHref'
import { safeAddress } from '../../ui/address'

interface PaperLinkProps {
  activityId: number
  /** The customer, for the names of several links on a page. */
  of?: string
}

/** Opens the printed agreement of a test drive in its own window. */
export const PaperLink = ({ activityId, of = '' }: PaperLinkProps) => (
  <Button
    icon={<PrinterOutlined aria-hidden />}
    href={safeAddress(paperHref(activityId))}
    target="_blank"
    rel="noopener"
    aria-label={`打印协议 ${of}`.trim()}
  >
    协议
  </Button>
)
