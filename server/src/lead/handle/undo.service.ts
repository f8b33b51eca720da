import { clear as clearCall } from '@showroom/contract/lead/lead.api'
import { offerUndo, unchanged, undone } from '../../platform/undo/undo.ts'
import type { Inverse, Inverses } from '../../platform/undo/undo.ts'
import type { Acting } from '../../platform/http/handler.ts'
import { insertLeadEvents, lastEventOf } from '../event.repository.ts'
import { restoreFound } from './handle.repository.ts'
import type { Recorded } from './handle.repository.ts'
import { lockAnyLead } from '../lock.ts'

/**
 * Undoes a cleaning result that changed only the lead. A created customer or a lead passed to another city cannot be undone completely, so
 * those offer no undo.
 */
declare module '../../platform/undo/undo.ts' {
  interface Undoable {
    readonly finding: Recorded
  }
}

/** Offers to undo a cleaning result. */
export const offerFindingBack = (context: Acting, what: Recorded): Promise<number> =>
  offerUndo(context, 'finding', what)

const undoFinding: Inverse<Recorded> = {
  of: clearCall,
  async run(context, { leadId, eventId, result, before }) {
    const { db, session, now } = context
    await lockAnyLead(context, leadId)
    if ((await lastEventOf(db, session.scope, leadId)) !== eventId) return unchanged
    await restoreFound(db, session.scope, leadId, before)
    await insertLeadEvents(db, session.scope, [
      { leadId, at: now, by: session.memberName, result: `撤销${result}` },
    ])
    return undone
  },
}

export const leadInverses: Inverses = { finding: undoFinding }
