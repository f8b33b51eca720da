import { randomBytes } from 'node:crypto'
import { secondsOf } from '../clock.ts'
import type { Clock } from '../clock.ts'
import { boundedFetch, OutsideError } from '../outside/ask.ts'
import { callbackPath, callbackSignature, sealMessage } from './callback.ts'
import type { Wecom, WecomCallback, WecomConfig } from './wecom.ts'

/** Checks what the side bar and its contacts need, for `npm run doors`. */
export async function checkContacts(
  wecom: Wecom,
  config: WecomConfig | undefined,
  clock: Clock,
): Promise<string> {
  const members = await wecom.countFollowUsers()
  await wecom.askTicket('agent')
  if (config?.callback) await askOwnCallback(config, config.callback, clock())
  return `${members} members may have contacts, the callback answers`
}

/** Sends the product's own callback a message as WeCom does when the address is entered there. */
async function askOwnCallback(
  { publicUrl, corpId, timeoutMs = 5_000 }: WecomConfig,
  callback: WecomCallback,
  now: Date,
): Promise<void> {
  const [message, nonce] = [randomBytes(8).toString('hex'), randomBytes(8).toString('hex')]
  const timestamp = String(secondsOf(now))
  const encrypted = sealMessage(callback, corpId, message)
  const query = new URLSearchParams({
    msg_signature: callbackSignature(callback, { timestamp, nonce, encrypted }),
    timestamp,
    nonce,
    echostr: encrypted,
  })
  const address = `${publicUrl}${callbackPath}`
  const answer = await boundedFetch(`${address}?${query.toString()}`, {}, timeoutMs)
  if (!answer.ok) throw new OutsideError(`${address} answered HTTP ${answer.status}`)
  if ((await answer.text()) !== message) throw new OutsideError(`${address} answered with another message`)
}
