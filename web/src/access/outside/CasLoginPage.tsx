import { OwnPath } from '@showroom/contract/access/own-path'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Refusal } from '../../api/client'
import { addressValue, forgetLandingQuery } from '../../frame/address'
import { Landing } from '../entry/Landing'
import { OutsideButton } from './OutsideButton'
import { signInByCas } from '../entry/signIn'
import { useEntrance } from '../entry/useEntrance'
import { useLanding } from '../entry/useLanding'

/** The page the single-sign-on service redirects back to, with its code and the requested page. */
export function CasLoginPage() {
  const [{ to, ...back }] = useState(readAddress)
  useEffect(forgetLandingQuery, [])
  const enter = useEntrance()
  const failure = useLanding(
    async () => {
      if (!back.code) throw new Refusal({ status: '-1', code: 0, detail: '单点登录未完成，请重新登录' })
      return signInByCas(back)
    },
    (answer) => enter(answer, to),
  )

  if (!failure) return <Landing busy title="单点登录" text="登录中，请稍候…" />
  return (
    <Landing title="单点登录失败" text={failure.text}>
      <div className="sr-landing-ways">
        <OutsideButton way="sso" primary redirect={to}>
          重新登录
        </OutsideButton>
        <Link to="/login" replace className="sr-entry-link">
          返回登录页
        </Link>
      </div>
    </Landing>
  )
}

/** The returned values and the page to open, which must be an address within the product. */
function readAddress() {
  const target = OwnPath.safeParse(addressValue('redirect'))
  return {
    code: addressValue('code'),
    state: addressValue('state'),
    iss: addressValue('iss'),
    ...(target.success && { to: target.data }),
  }
}
