import type { PresentVisit } from '@showroom/contract/desk/board.schema'
import { type ComponentType, createContext, use } from 'react'

/** The fields that an action needs of a customer in the showroom, or with the keys of a car. */
export type Visitor = Pick<PresentVisit, 'customerId' | 'name' | 'mobile' | 'stopped'>

/** A button on the card of such a customer, with its dialogs. */
export interface VisitAction {
  readonly title: string
  readonly Content: ComponentType<{ visit: Visitor }>
}

/**
 * Actions of rooms above this one, which import it and not the other way round. A room defines its own in `<room>.desk.ts`;
 * `app/visitActions.ts` lists them.
 */
export const VisitActionsContext = createContext<readonly VisitAction[]>([])
export const useVisitActions = (): readonly VisitAction[] => use(VisitActionsContext)
