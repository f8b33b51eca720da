import { sign } from '@showroom/contract/contact/contact.api'
import type { AnswerOf } from '@showroom/contract/kernel/call'
import { callApi } from '../api/client'
import { isInsideWecom } from '../frame/wecom'

/** WeCom's client around the page. */

/** The client did not answer, or not with a contact. */
export class NoContact extends Error {
  override readonly name = 'NoContact'
}

/** How long the client may take to answer. */
const answerMs = 10_000

const jsApiList: ['getCurExternalContact'] = ['getCurExternalContact']

/** Returns the id of the contact whose chat is open. Its library is bundled: the policy admits no script of another host. */
export async function readCurrentContact(): Promise<string> {
  if (!isInsideWecom()) throw new NoContact('当前页面不在企业微信中')
  const ww = await import('@wecom/jssdk')
  const signed = new Map<string, Promise<AnswerOf<typeof sign>>>()
  const signPage = (url: string): Promise<AnswerOf<typeof sign>> => {
    const page = signed.get(url) ?? callApi(sign, { page: url.slice(location.origin.length) })
    signed.set(url, page)
    return page
  }
  // A refusal of the server has its own text, which the library would lose.
  const { corpId, agentId } = await signPage(location.href.split('#', 1)[0] ?? '')
  ww.register({
    corpId,
    agentId,
    jsApiList,
    getConfigSignature: async (url) => (await signPage(url)).config,
    getAgentConfigSignature: async (url) => (await signPage(url)).agent,
  })
  const { userId } = await Promise.race([
    ww.getCurExternalContact().catch((error: unknown) => {
      throw new NoContact(reasonOf(error))
    }),
    new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new NoContact('企业微信没有响应')), answerMs)
    }),
  ])
  return userId
}

/** Returns a reason that a user can act on, otherwise the client's own text for the administrator. */
function reasonOf(error: unknown): string {
  const { errMsg = '' } = (error ?? {}) as { errMsg?: string }
  if (/without context/.test(errMsg)) return '当前页面不在客户的聊天旁边'
  if (/permission/.test(errMsg)) return '您或该应用没有企业微信“客户联系”的权限，请联系管理员'
  return errMsg ? `企业微信没有给出当前客户（${errMsg}）` : '企业微信没有给出当前客户'
}
