import { type Stopped, stoppedNames } from '@showroom/contract/customer/customer.rules'
import './desk.css'

/** Marks a lost, reviewed or dormant customer. */
export const StoppedMark = ({ stopped }: { stopped: Stopped }) =>
  stopped === '' ? null : <span className="sr-stopped">{stoppedNames[stopped]}</span>
