import { wecomTried } from '../../frame/session'
import { goOutside } from '../entry/signIn'

/**
 * Signs in the member of WeCom's client without a press. Tried once until a sign-in succeeds, so a refusal ends at the
 * sign-in page instead of a circle.
 */
export async function enterInside(redirect: string | undefined): Promise<void> {
  if (wecomTried.read()) return
  wecomTried.write('1')
  await goOutside('inside', redirect).catch(() => undefined)
}
