import type { Call } from '@showroom/contract/kernel/call'
import type { ReactNode } from 'react'
import { may } from './areas'
import { useSession } from './session'

/** Renders the controls of a call if the member has the right to it. A closed store offers only calls that it still takes. */
export const Allowed = ({ to, children }: { to: Pick<Call, 'may'>; children: ReactNode }) =>
  may(useSession(), to) ? children : null
