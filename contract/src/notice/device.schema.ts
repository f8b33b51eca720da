import { z } from 'zod'
import { dealerId, Id, Seconds } from '../kernel/wire.ts'
import { deviceNames } from './device.rules.ts'

/** Browsers in which a member receives notices by Web Push. */

const unknownService = '暂不支持该浏览器的推送服务'
const Endpoint = z.url(unknownService).max(1_000, unknownService)
/** Key and secret of the browser, in base64url. */
const Key = z.string(unknownService).regex(/^[\w-]{87}=?$/, unknownService)
const Secret = z.string(unknownService).regex(/^[\w-]{22}={0,2}$/, unknownService)

export const DevicesAnswer = z.object({
  /** The key to subscribe with; empty where Web Push is not configured. */
  publicKey: z.string(),
  data: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      /** The browser that asks. */
      isHere: z.boolean(),
      createdAt: Seconds,
      /** When a push service last took a message for it. */
      succeededAt: Seconds,
    }),
  ),
})
export type Device = z.infer<typeof DevicesAnswer>['data'][number]

export const AddDevice = z.object({
  dealerId,
  endpoint: Endpoint,
  p256dh: Key,
  auth: Secret,
  name: z.literal(deviceNames, '设备名称不正确'),
})
/** The test is on its way: the device receives notices once `confirmDevice` proves that it arrived. */
export const AddDeviceAnswer = z.object({ id: z.number() })

export const ConfirmDevice = z.object({ dealerId, id: Id, proof: z.string('格式不正确').max(100) })
export const OneDevice = z.object({ dealerId, id: Id })
/** `gone`: the browser has ended the subscription, and so the device ends. */
export const TestDeviceAnswer = z.object({ result: z.enum(['sent', 'gone', 'failed']) })

export const KeepDevice = z.object({ dealerId, endpoint: Endpoint })
/** False if the browser is no device of the caller: it then ends its subscription. */
export const KeepDeviceAnswer = z.object({ isKept: z.boolean() })
