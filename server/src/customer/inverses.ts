import type { Inverses } from '../platform/undo/undo.ts'
import { undoArrival } from './arrival.service.ts'
import type { UndoArrival } from './arrival.service.ts'
import { undoReassign } from './handover/assign.service.ts'
import type { UndoReassign } from './handover/assign.service.ts'
import { undoTag } from './profile/tag.service.ts'
import type { UndoTag } from './profile/tag.service.ts'
import { undoWake } from './defeat/wake.service.ts'
import type { UndoWake } from './defeat/wake.service.ts'

/** Actions of this room that can be undone as a whole. */
interface CustomerUndoable {
  readonly reassign: UndoReassign
  readonly wake: UndoWake
  readonly tag: UndoTag
  readonly arrival: UndoArrival
}

declare module '../platform/undo/undo.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- how an interface is filled
  interface Undoable extends CustomerUndoable {}
}

export const customerInverses: Inverses = {
  reassign: undoReassign,
  wake: undoWake,
  tag: undoTag,
  arrival: undoArrival,
}
