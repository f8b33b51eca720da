import { visitDrive } from '../appointment/appointment.desk'
import type { VisitAction } from '../desk/public'

/** Actions on a visitor's card from rooms above the desk, in display order. */
export const visitActions: readonly VisitAction[] = [visitDrive]
