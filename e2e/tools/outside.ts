import { startFakeSso } from '../../server/test/outside/sso.ts'
import { startFakeWecom } from '../../server/test/outside/wecom.ts'
import { atTheDoor } from './people.ts'

/** Members whose client is WeCom's, each with a contact, and the number that was noted for it. */
export const besideChat = {
  noted: { userId: 'beside', externalId: 'wmBeside', name: '山间客', mobiles: ['17099990003'] },
  plain: { userId: 'plain', externalId: 'wmPlain', name: '林下风', mobiles: [] },
} as const

/** Stand-ins for outside sign-in services, in this process, speaking the real protocols. */
export async function openOutside(publicUrl: string): Promise<Readonly<Record<string, string>>> {
  const [wecom, sso] = await Promise.all([startFakeWecom(publicUrl), startFakeSso(publicUrl)])
  for (const { userId, externalId, name, mobiles } of Object.values(besideChat))
    wecom.contacts.set(externalId, { name, followUsers: [{ userId, mobiles }] })
  sso.setPhone('zhangjunbin', atTheDoor.single.mobile)
  const { corpId, agentId, secret, apiUrl, pageUrl, insideUrl } = wecom.config
  return {
    PUBLIC_URL: publicUrl,
    WEB_PUSH: '1',
    WECOM_CORP_ID: corpId,
    WECOM_AGENT_ID: agentId,
    WECOM_SECRET: secret,
    WECOM_API_URL: apiUrl,
    WECOM_PAGE_URL: pageUrl,
    WECOM_INSIDE_URL: insideUrl,
    SSO_ISSUER: sso.config.issuer,
    SSO_CLIENT_ID: sso.config.clientId,
    SSO_CLIENT_SECRET: sso.config.clientSecret ?? '',
    SSO_NAME: sso.config.name,
  }
}
