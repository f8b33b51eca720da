import type { Inverses } from '../platform/undo.ts'
import { undoReassign } from './assign.service.ts'
import type { UndoReassign } from './assign.service.ts'
import { undoTag } from './tag.service.ts'
import type { UndoTag } from './tag.service.ts'
import { undoWake } from './wake.service.ts'
import type { UndoWake } from './wake.service.ts'

/** Actions of this room that can be undone as a whole. */
interface CustomerUndoable {
  readonly reassign: UndoReassign
  readonly wake: UndoWake
  readonly tag: UndoTag
}

declare module '../platform/undo.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- how an interface is filled
  interface Undoable extends CustomerUndoable {}
}

export const customerInverses: Inverses = { reassign: undoReassign, wake: undoWake, tag: undoTag }
