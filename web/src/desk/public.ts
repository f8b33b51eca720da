import { createElement } from 'react'
import { lazyDialog, type LazyDialog } from '../ui/lazyDialog'
import { PageSkeleton } from '../ui/Skeletons'
import type { DeskDayProps } from './board/DeskDay'

export { FrontTabs } from './FrontTabs'
export { type VisitAction, VisitActionsContext, type Visitor } from './parts'
export { missingCar, passedText } from './desk.labels'
export { useArrive } from './board/useArrive'
export { ReceiveButton } from './board/ReceiveButton'

/** The front desk's day, which is the home of its members. */
export const DeskDay: LazyDialog<DeskDayProps> = lazyDialog(
  () => import('./board/DeskDay').then((module) => module.DeskDay),
  createElement(PageSkeleton),
)
