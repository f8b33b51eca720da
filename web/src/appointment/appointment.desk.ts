import type { VisitAction } from '../desk/public'
import { lazyDialog } from '../ui/lazyDialog'

/** Gives a customer in the showroom a test drive. */
export const visitDrive: VisitAction = {
  title: '试驾',
  Content: lazyDialog(() => import('./drive/VisitDrive').then((module) => module.VisitDrive)),
}
