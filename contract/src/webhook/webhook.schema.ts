import { z } from 'zod'
import { DateRange, dealerId, Id, page, required, text } from '../kernel/wire.ts'
import { testEvent, webhookEventNames } from './webhook.rules.ts'

const url = required('请输入接收地址', 500).pipe(
  z.url({ protocol: /^https?$/, error: '请输入完整的接收地址，以https://开头' }),
)
const events = z
  .array(z.enum(webhookEventNames, '没有这样的事件'), '请至少选择一个事件')
  .min(1, '请至少选择一个事件')
  .max(webhookEventNames.length, '没有这样的事件')
  .transform((names) => [...new Set(names)])
const description = text(50)

export const AddEndpoint = z.object({
  dealerId,
  url,
  description,
  events,
  /** For all stores of the group: its administrators only. */
  isGroup: z.boolean().default(false),
})
export const UpdateEndpoint = z.object({ dealerId, id: Id, url, description, events })
export const NamedEndpoint = z.object({ dealerId, id: Id })
export const SwitchEndpoint = z.object({ dealerId, id: Id, isOn: z.boolean() })

/** The secret as the receiver needs it: told this once. */
export const Secret = z.object({ id: z.number(), secret: z.string() })

/** How a message fared at its last try. */
const outcome = {
  /** HTTP status; 0 where there was no answer. */
  status: z.number(),
  /** Why there was none: see `failureTexts`. */
  failure: z.string(),
}

export const Endpoint = z.object({
  id: z.number(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.string()),
  isGroup: z.boolean(),
  /** As `endpointState`. */
  state: z.number(),
  createdAt: z.number(),
  createdBy: z.string(),
  /** The secret before this one signs too until then; 0 where there is none. */
  previousUntil: z.number(),
  waitingTotal: z.number(),
  failedTotal: z.number(),
  /** Of the newest message that was tried. */
  last: z.object({ type: z.string(), createdAt: z.number(), state: z.number(), ...outcome }).nullable(),
})
export type Endpoint = z.infer<typeof Endpoint>

export const Log = z.object({
  dealerId,
  ...page,
  endpointId: Id,
  /** As `messageState`; -1: all. */
  state: z.union([z.literal(-1), z.literal(0), z.literal(1), z.literal(2)]).default(-1),
  /** Empty: all. */
  type: z.enum(['', testEvent, ...webhookEventNames]).default(''),
  createdDate: DateRange,
})
export type Log = z.infer<typeof Log>

export const Message = z.object({
  id: z.number(),
  type: z.string(),
  /** What it is about, as `customer:12`: of the same record they go one after the other. */
  record: z.string(),
  /** Where it happened. */
  dealerName: z.string(),
  state: z.number(),
  tries: z.number(),
  createdAt: z.number(),
  /** When it is tried next; 0 where it is not. */
  dueAt: z.number(),
  ...outcome,
})
export type Message = z.infer<typeof Message>

export const NamedMessage = z.object({ dealerId, endpointId: Id, id: Id })
export const Attempts = z.object({
  /** As it is sent. */
  body: z.string(),
  attempts: z.array(
    z.object({
      at: z.number(),
      ms: z.number(),
      ...outcome,
      /** What was answered: its beginning, numbers masked. */
      answer: z.string(),
    }),
  ),
})
export const ReplayFailed = z.object({ dealerId, endpointId: Id })
