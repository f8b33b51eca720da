import { startFakeSso } from '../../server/test/outside/sso.ts'
import { startFakeWecom } from '../../server/test/outside/wecom.ts'
import { atTheDoor } from './people.ts'

/** Stand-ins for outside sign-in services, in this process, speaking the real protocols. */
export async function openOutside(publicUrl: string): Promise<Readonly<Record<string, string>>> {
  const [wecom, sso] = await Promise.all([startFakeWecom(publicUrl), startFakeSso(publicUrl)])
  sso.setPhone('zhangjunbin', atTheDoor.single.mobile)
  const { corpId, agentId, secret, apiUrl, pageUrl } = wecom.config
  return {
    PUBLIC_URL: publicUrl,
    WECOM_CORP_ID: corpId,
    WECOM_AGENT_ID: agentId,
    WECOM_SECRET: secret,
    WECOM_API_URL: apiUrl,
    WECOM_PAGE_URL: pageUrl,
    SSO_ISSUER: sso.config.issuer,
    SSO_CLIENT_ID: sso.config.clientId,
    SSO_CLIENT_SECRET: sso.config.clientSecret ?? '',
    SSO_NAME: sso.config.name,
  }
}
