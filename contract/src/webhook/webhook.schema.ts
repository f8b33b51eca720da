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
  /** Receives events of all stores of the group. Group administrators only. */
  isGroup: z.boolean().default(false),
})
export const UpdateEndpoint = z.object({ dealerId, id: Id, url, description, events })
export const NamedEndpoint = z.object({ dealerId, id: Id })
export const SwitchEndpoint = z.object({ dealerId, id: Id, isOn: z.boolean() })

/** The secret in the form the receiver needs. Returned only once. */
export const Secret = z.object({ id: z.number(), secret: z.string() })

/** Result of the last try of a message. */
const outcome = {
  /** HTTP status; 0 without a response. */
  status: z.number(),
  /** Why there was no response: see `failureTexts`. */
  failure: z.string(),
}

export const Endpoint = z.object({
  id: z.number(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.string()),
  isGroup: z.boolean(),
  /** See `endpointState`. */
  state: z.number(),
  createdAt: z.number(),
  createdBy: z.string(),
  /** The previous secret also signs until this time; 0 if there is none. */
  previousUntil: z.number(),
  waitingTotal: z.number(),
  failedTotal: z.number(),
  /** The newest message that was tried. */
  last: z.object({ type: z.string(), createdAt: z.number(), state: z.number(), ...outcome }).nullable(),
})
export type Endpoint = z.infer<typeof Endpoint>

export const Log = z.object({
  dealerId,
  ...page,
  endpointId: Id,
  /** See `messageState`; -1: all. */
  state: z.union([z.literal(-1), z.literal(0), z.literal(1), z.literal(2)]).default(-1),
  /** Empty: all. */
  type: z.enum(['', testEvent, ...webhookEventNames]).default(''),
  createdDate: DateRange,
})
export type Log = z.infer<typeof Log>

export const Message = z.object({
  id: z.number(),
  type: z.string(),
  /** The record, as `customer:12`. Messages about one record are sent in order. */
  record: z.string(),
  /** The store in which the event happened. */
  dealerName: z.string(),
  state: z.number(),
  tries: z.number(),
  createdAt: z.number(),
  /** Time of the next try; 0 if there is none. */
  dueAt: z.number(),
  ...outcome,
})
export type Message = z.infer<typeof Message>

export const NamedMessage = z.object({ dealerId, endpointId: Id, id: Id })
export const Attempts = z.object({
  /** The body as it is sent. */
  body: z.string(),
  attempts: z.array(
    z.object({
      at: z.number(),
      ms: z.number(),
      ...outcome,
      /** Beginning of the response, numbers masked. */
      answer: z.string(),
    }),
  ),
})
export const ReplayFailed = z.object({ dealerId, endpointId: Id })
