import { signType } from '@showroom/contract/attendance/attendance.rules'
import type { SignRow } from '@showroom/contract/attendance/attendance.schema'
import { formatMinute } from '../ui/day'
import './attendance.css'

/** `08:25` in Shanghai. */
export const timeOf = (seconds: number): string => formatMinute(seconds).slice(11)

/** One sign with its remark. */
export const SignLine = ({ sign }: { sign: SignRow }) => (
  <li className="sr-sign-line">
    <time className="sr-num">{timeOf(sign.at)}</time>
    <span>
      {sign.isOutside && '外出'}
      {sign.type === signType.in ? '签到' : '签退'}
    </span>
    <span className="sr-quiet">{sign.address || (sign.hasPlace ? '已定位' : '未定位')}</span>
    {sign.remark && <span className="sr-sign-remark">{sign.remark}</span>}
  </li>
)
