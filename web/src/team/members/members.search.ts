import { z } from 'zod'

/** URL parameters, kept over a reload. The keyword is left out because it may be a phone number. */
export const MembersSearch = z.object({
  /** 'tree' groups members below their superiors; a flat table otherwise. */
  v: z.literal('tree').optional().catch(undefined),
  r: z.number().int().optional().catch(undefined),
  s: z.enum(['normal', 'frozen', 'inactive']).optional().catch(undefined),
  left: z.literal(1).optional().catch(undefined),
})
export type MembersSearch = z.infer<typeof MembersSearch>
