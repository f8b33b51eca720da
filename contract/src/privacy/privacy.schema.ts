import { z } from 'zod'
import { cleanPersonNumber } from '../kernel/clean.ts'
import { Id, dealerId } from '../kernel/wire.ts'

/** Requests of persons about their data: what the store keeps for a number, a copy of it, and its erasure. */

export const personState = { searching: 0, found: 1, erasing: 2, erased: 3, stopped: 4, expired: 5 } as const
export const personStates: Readonly<Record<number, string>> = {
  [personState.searching]: '查找中',
  [personState.found]: '待确认',
  [personState.erasing]: '删除中',
  [personState.erased]: '已删除',
  [personState.stopped]: '已停止',
  [personState.expired]: '已过期',
}

/** Days after which a request that was not confirmed loses its number. */
export const openDays = 7

/** The word to type before an erasure. */
export const confirmWord = '确认删除'

const wrongNumber = '请输入完整的手机号、微信号或证件号码'
export const AskPerson = z.object({
  dealerId,
  number: z
    .string(wrongNumber)
    .overwrite(cleanPersonNumber)
    .max(40, wrongNumber)
    .refine((number) => /^(?:1\d{10}|[A-Za-z][\w-]{5,19}|[A-Za-z0-9]{8,18})$/.test(number), wrongNumber),
})

export const ErasePerson = z.object({
  dealerId,
  id: Id,
  word: z.literal(confirmWord, `请输入“${confirmWord}”`),
})

export const PersonId = z.object({ dealerId, id: Id })

/** Rows found of one kind, and their fate in an erasure. */
export const FoundKind = z.object({
  title: z.string(),
  /** Rows of the person, and rows of others that name the number. */
  own: z.number(),
  mentions: z.number(),
  /** Rows that stay, and why. */
  kept: z.number(),
  why: z.string(),
  /** Rows or whole files are removed; otherwise personal fields become blank and the rows stay. */
  isDeleted: z.boolean(),
})
export type FoundKind = z.infer<typeof FoundKind>

export const PersonRequest = z.object({
  id: z.number(),
  /** Masked. */
  number: z.string(),
  state: z.number(),
  byName: z.string(),
  createdAt: z.number(),
  endedAt: z.number(),
  /** Share of the tables that are done, in percent. */
  percent: z.number(),
  /** Names of the customers found, masked. */
  names: z.array(z.string()),
  found: z.array(FoundKind),
})
export type PersonRequest = z.infer<typeof PersonRequest>

/** Days that each kind of data is kept; 0 keeps all. Set by the operator. */
export const RetentionDays = z.object({
  audit: z.number(),
  recordings: z.number(),
  licences: z.number(),
  deliveries: z.number(),
  exports: z.number(),
  drafts: z.number(),
  sessions: z.number(),
})
export type RetentionDays = z.infer<typeof RetentionDays>

export const PersonListAnswer = z.object({ data: z.array(PersonRequest), retention: RetentionDays })
