import { z } from 'zod'
import { dealerId, ofEach } from '../kernel/wire.ts'
import { LeadTimes } from '../lead/list.schema.ts'
import { VerifyRow } from '../order/verify.schema.ts'
import { FailRow } from '../review/list.schema.ts'
import { decisionKinds } from './decisions.rules.ts'

export const DecisionsQuery = z.object({ dealerId })

/** Something in the store that waits for a leader. Instants are epoch seconds. */
export const DecisionRow = z.object({
  kind: z.enum(decisionKinds),
  /** Id of the visit, the activity of the test drive, the lead, the defeat request or the order. */
  id: z.number(),
  /** 0 for a lead. */
  customerId: z.number(),
  name: z.string(),
  /** Masked; empty for none. */
  mobile: z.string(),
  /** Empty for a lead and an order. */
  level: z.string(),
  /** Series, plate or source. */
  about: z.string(),
  /** Owner of the customer; empty for none. */
  ownerName: z.string(),
  /** The reason of a defeat, the inquiry of a lead. Numbers masked. */
  content: z.string(),
  /** Since when it waits; for a car when it should be back. */
  since: z.number(),
  /** The suggested receiver of a waiting customer; 0 for none. */
  suggestedId: z.number(),
  suggestedName: z.string(),
  /** Whether the reader may act on it. */
  mayAct: z.boolean(),
  /** The whole rows, from which the reviewer decides. */
  defeat: FailRow.nullable(),
  order: VerifyRow.nullable(),
})
export type DecisionRow = z.infer<typeof DecisionRow>

export const DecisionsAnswer = z.object({
  /** In the order to work through. */
  rows: z.array(DecisionRow),
  /** How many more there are of each kind than are listed. */
  left: ofEach(decisionKinds, z.number()),
  /** The store's hours, in which the lateness of leads runs. */
  hours: LeadTimes,
})
export type DecisionsAnswer = z.infer<typeof DecisionsAnswer>
