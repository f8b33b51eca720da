import { z } from 'zod'

/** Of the address: kept over a reload. The keyword, which may be a number, is not. */
export const MembersSearch = z.object({
  /** tree: as the superiors stand; a table otherwise. */
  v: z.literal('tree').optional().catch(undefined),
  r: z.number().int().optional().catch(undefined),
  s: z.enum(['normal', 'frozen', 'inactive']).optional().catch(undefined),
  left: z.literal(1).optional().catch(undefined),
})
export type MembersSearch = z.infer<typeof MembersSearch>
