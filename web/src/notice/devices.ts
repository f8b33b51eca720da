import { deviceName } from '@showroom/contract/notice/device.rules'
import * as noticeApi from '@showroom/contract/notice/notice.api'
import { callApi } from '../api/client'
import { inBrowser } from '../api/storage'
import { registerWorker } from '../api/worker'

/** This browser as a device of Web Push. The service worker's part is web/worker/push.ts. */

/** The endpoint that the server knows, for the next sign-in and for a renewed subscription. */
const endpointStore = inBrowser('push-endpoint')
const workerMs = 10_000
const arrivalMs = 15_000

export const hasPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** A reason in words why this browser gets no messages. */
export class NoPush extends Error {
  override readonly name = 'NoPush'
}

const within = <Value>(work: Promise<Value>, ms: number, why: string): Promise<Value> =>
  Promise.race([
    work,
    new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new NoPush(why)), ms)
    }),
  ])

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  await registerWorker()
  return within(navigator.serviceWorker.ready, workerMs, '浏览器没有启动后台程序，请刷新页面后重试')
}

async function subscribe(publicKey: string): Promise<PushSubscription> {
  const { pushManager } = await readyWorker()
  await (await pushManager.getSubscription())?.unsubscribe()
  try {
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  } catch {
    throw new NoPush('该浏览器连接不上它的推送服务，无法接收消息')
  }
}

/** Subscribes, has the server send a test, and keeps the subscription only if that arrives. Throws `NoPush` or a refusal. */
export async function enablePush(publicKey: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new NoPush('此浏览器已禁止通知，请在浏览器的网站设置里允许')
  const subscription = await subscribe(publicKey)
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  const arrival = waitForTest()
  let id = 0
  try {
    const device = {
      endpoint: endpoint ?? '',
      p256dh,
      auth,
      name: deviceName(nameIn(browsers) ?? '浏览器', nameIn(systems) ?? '其他系统'),
    }
    ;({ id } = await callApi(noticeApi.addDevice, device, { withoutKey: 'same effect' }))
    const proof = await within(arrival.proof, arrivalMs, '15秒内没有收到测试消息，此浏览器收不到提醒，已取消')
    await callApi(noticeApi.confirmDevice, { id, proof }, { withoutKey: 'same effect' })
    endpointStore.write(endpoint ?? '')
  } catch (error) {
    await subscription.unsubscribe()
    if (id) await callApi(noticeApi.removeDevice, { id }, { withoutKey: 'same effect' })
    throw error
  } finally {
    arrival.stop()
  }
}

/** The proof that the next test carries. */
function waitForTest() {
  const end = new AbortController()
  const proof = new Promise<string>((resolve) => {
    const listener = ({ data }: MessageEvent<{ pushed?: string } | undefined>): void => {
      if (data?.pushed) resolve(data.pushed)
    }
    navigator.serviceWorker.addEventListener('message', listener, { signal: end.signal })
  })
  return { proof, stop: () => end.abort() }
}

/**
 * Gives this browser to the signed-in member. Ends a subscription that the server holds for another person or not at all, and registers a
 * renewed one.
 */
export async function keepPush(): Promise<void> {
  const endpoint = endpointStore.read()
  if (!endpoint || !hasPush()) return
  const { isKept } = await callApi(noticeApi.keepDevice, { endpoint }, { withoutKey: 'same effect' })
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (isKept && subscription?.endpoint === endpoint) return
  endpointStore.remove()
  if (!isKept || Notification.permission !== 'granted') return void (await subscription?.unsubscribe())
  const { publicKey } = await callApi(noticeApi.devices, {})
  await enablePush(publicKey)
}

const browsers = [
  [/MicroMessenger/, '微信'],
  [/Edg/, 'Edge'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
] as const
const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

const nameIn = <Name>(names: readonly (readonly [RegExp, Name])[]): Name | undefined =>
  names.find(([pattern]) => pattern.test(navigator.userAgent))?.[1]
