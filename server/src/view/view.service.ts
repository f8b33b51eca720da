import { mayShareViews, viewsOfMember } from '@showroom/contract/view/view.rules'
import { remove as removeCall } from '@showroom/contract/view/view.api'
import type { Context } from '../platform/http/handler.ts'
import { Refusal } from '../platform/refusal.ts'
import { offerUndo, undone } from '../platform/undo/undo.ts'
import type { Inverse, Inverses } from '../platform/undo/undo.ts'
import { countOwnViews, deleteView, insertView, updateView } from './view.repository.ts'
import type { ViewContent } from './view.repository.ts'

/** A removed view with its content. */
interface RemovedView {
  readonly viewId: number
  readonly view: ViewContent
}

declare module '../platform/undo/undo.ts' {
  interface Undoable {
    readonly view: RemovedView
  }
}

/**
 * Creates a view or updates one of the member's own. Rejects another member's view (NOT_FOUND), sharing without permission, and more views
 * than allowed.
 */
export async function saveView(
  { db, session }: Context,
  { viewId, ...view }: ViewContent & { readonly viewId: number },
): Promise<{ viewId: number }> {
  const { isAdmin, flags, scope } = session
  if (view.roles.length > 0 && !mayShareViews({ isAdmin, allowAssign: flags.allowAssign }))
    throw new Refusal('FORBIDDEN')
  if (viewId > 0) {
    if (!(await updateView(db, scope, viewId, view))) throw new Refusal('NOT_FOUND')
    return { viewId }
  }
  if ((await countOwnViews(db, scope)) >= viewsOfMember) throw new Refusal('VIEWS_TOO_MANY')
  return { viewId: await insertView(db, scope, view) }
}

/** Removes a view of the member and offers an undo. */
export async function removeView(context: Context, viewId: number): Promise<{ undoId: number }> {
  const view = await deleteView(context.db, context.session.scope, viewId)
  if (!view) throw new Refusal('NOT_FOUND')
  return { undoId: await offerUndo(context, 'view', { viewId, view }) }
}

/** Restores it under its former id, so that chips, defaults and links find it again. */
const undoRemoval: Inverse<RemovedView> = {
  of: removeCall,
  async run({ db, session }, { viewId, view }) {
    await insertView(db, session.scope, view, viewId)
    return undone
  },
}

export const viewInverses: Inverses = { view: undoRemoval }
