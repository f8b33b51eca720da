import { OpenedNotice } from '../notice/OpenedNotice'
import { CallReturn } from './CallReturn'

/** Opens the form of a call, and a notice that was pressed outside of the product, when the member comes back. */
export const Returns = () => (
  <>
    <CallReturn />
    <OpenedNotice />
  </>
)
