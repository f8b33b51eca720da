import { randomBytes } from 'node:crypto'
import type { AddDevice } from '@showroom/contract/notice/device.schema'
import type { z } from 'zod'
import type { Context, Preparing } from '../platform/http/handler.ts'
import { Refusal, refuseField } from '../platform/refusal.ts'
import * as devices from '../platform/webpush/device.repository.ts'
import type { Pushed, Subscription, WebPush } from '../platform/webpush/webpush.ts'

/** The devices of a member: a test push proves that messages arrive before any is sent. */

const testsInTenMinutes = 20

const sendTest = async (
  push: WebPush,
  { limits, session }: Preparing,
  to: Subscription,
  test: string,
): Promise<Pushed> => {
  await limits.spend(`push-test:${session.accountId}`, { most: testsInTenMinutes, windowSeconds: 600 })
  return push.send(to, { title: '测试消息', body: '这台设备可以收到提醒', test }, true)
}

/** Sends the test to a browser that is not registered yet. */
export async function tryDevice(
  push: WebPush | undefined,
  context: Preparing,
  device: z.output<typeof AddDevice>,
): Promise<string> {
  if (!push?.accepts(device.endpoint)) throw refuseField('INVALID', 'endpoint', '暂不支持该浏览器的推送服务')
  const proof = randomBytes(16).toString('base64url')
  if ((await sendTest(push, context, device, proof)) === 'sent') return proof
  throw refuseField('INVALID', 'endpoint', '该浏览器的推送服务连接不上，无法接收消息')
}

export const add = async (
  { db, session, now }: Context,
  { endpoint, p256dh, auth, name }: z.output<typeof AddDevice>,
  proof: string,
) => ({ id: await devices.addDevice(db, session, { endpoint, p256dh, auth, name, proof, now }) })

export async function confirm(
  { db, session, now }: Context,
  given: { readonly id: number; readonly proof: string },
) {
  if (!(await devices.confirmDevice(db, session, { ...given, now }))) throw new Refusal('NOT_FOUND')
  return {}
}

/** Sends a test to a registered device. */
export async function tryAgain(
  push: WebPush | undefined,
  context: Preparing,
  id: number,
): Promise<'sent' | 'gone' | 'failed'> {
  const device = await devices.findDevice(context.db, context.session, id)
  if (!device) throw new Refusal('NOT_FOUND')
  const result = push ? await sendTest(push, context, device, '') : 'failed'
  return typeof result === 'string' ? result : 'failed'
}

export async function noteTest({ db, now }: Context, id: number, result: 'sent' | 'gone' | 'failed') {
  if (result === 'sent') await devices.noteSuccess(db, id, now)
  if (result === 'gone') await devices.endDevice(db, id)
  return { result }
}

export async function remove({ db, session }: Context, id: number) {
  if (!(await devices.removeDevice(db, session, id))) throw new Refusal('NOT_FOUND')
  return {}
}
