import { z } from 'zod'
import { dealerId, Id } from '../kernel/wire.ts'

/** Records that the timeline links to: calls and shared test drives. */

export const GetCall = z.object({ dealerId, callId: Id })
export const CallDetail = z.object({
  data: z.object({
    startedAt: z.number(),
    seconds: z.number(),
    /** Signed link; empty without a recording. */
    audioUrl: z.string(),
    contentList: z.array(
      z.object({
        type: z.enum(['customer', 'sales']),
        text: z.string(),
        /** Seconds from the start of the call. */
        at: z.number(),
      }),
    ),
  }),
})

export const GetTestShare = z.object({ dealerId, shareId: Id })
export const TestShareDetail = z.object({
  /** Name of the series. */
  testSeries: z.string(),
  testDate: z.number(),
  /** Lines of the drive's report as the customer saw it. */
  data: z.array(z.object({ label: z.string(), value: z.string() })),
})
