import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { addressValue, forgetAddressQuery } from '../frame/address'
import { Landing } from './Landing'
import { signInByCas } from './signIn'
import { useLanding } from './useLanding'

/** Where the single-sign-on service sends back to, with its code and the page that was asked for. */
export function CasLoginPage() {
  const [{ code, to }] = useState(readAddress)
  useEffect(forgetAddressQuery, [])
  const failure = useLanding(() => signInByCas(code), to)

  if (!failure) return <Landing busy title="登录中" text="登录中，请稍候…" />
  return (
    <Landing title="单点登录失败" text={failure}>
      <Link to="/login" replace className="sr-button sr-button-primary">
        重新登录
      </Link>
    </Landing>
  )
}

/** The code, and the page to return to: an address within the product only. */
function readAddress(): { code: string; to: string } {
  const asked = addressValue('redirect')
  return { code: addressValue('code'), to: /^\/(?!\/)/.test(asked) ? asked : '/dashboard/index' }
}
