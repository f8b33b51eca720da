import { addressed, dateText, reasonText } from '@showroom/contract/appointment/text.rules'
import { hoursText } from '@showroom/contract/customer/appointment.rules'
import { clockText, dayStart, dayText, weekDay } from '@showroom/contract/kernel/day'
import { movedEnough } from './link.service.ts'
import type { Choice } from './link.service.ts'
import type { Shown, Store } from './link.repository.ts'

/** The customer's page as HTML: forms without script, for any phone. */

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const safe = (text: string): string => text.replaceAll(/[&<>"']/g, (one) => escapes[one] ?? '')

// Neither variables nor grid, which browsers of old phones lack.
const style = `
:root{color-scheme:light dark}
*{box-sizing:border-box}
body{margin:0;background:#f5f5f5;color:#1f1f1f;font:16px/1.6 system-ui,-apple-system,"PingFang SC","Microsoft YaHei",sans-serif}
main{display:block;max-width:480px;margin:0 auto;padding:20px 16px 32px}
h1{font-size:20px;line-height:1.4;margin:0 0 12px}
h2{font-size:16px;margin:24px 0 8px}
.card{background:#fff;border:1px solid #d9d9d9;border-radius:12px;padding:16px}
.when{font-size:22px;font-weight:600;margin:0 0 12px}
.when span{white-space:nowrap}
dl{margin:0}
dt{float:left;clear:left}dd{margin:0 0 4px 48px;word-wrap:break-word}
dt,.quiet{color:#595959}
.note{border-left:4px solid #0b5c6b;background:#fff;padding:10px 12px;margin:0 0 16px}
.bad{border-color:#cf1322}
form{margin:0}
.acts{margin-top:20px}.acts>*{margin-bottom:12px}
button,.button{display:block;width:100%;min-height:48px;padding:10px 12px;border:1px solid #d9d9d9;border-radius:10px;background:#fff;color:#1f1f1f;font:inherit;text-align:center;text-decoration:none;cursor:pointer}
.main{background:#0b5c6b;border-color:#0b5c6b;color:#fff}
.danger{color:#cf1322}
:focus-visible{outline:3px solid #0b5c6b;outline-offset:2px}
.days .button,.times button{display:inline-block;vertical-align:top;width:23.5%;min-height:44px;margin:0 1.5% 8px 0;padding:6px 0}
@media(max-width:350px){.days .button,.times button{width:31.5%}}
@media(prefers-color-scheme:dark){
body{background:#141414;color:#f0f0f0}
.card,.note,button,.button{background:#1f1f1f;border-color:#434343;color:#f0f0f0}
dt,.quiet{color:#b0b0b0}
.note{border-color:#6fcfdf}
.main{background:#6fcfdf;border-color:#6fcfdf;color:#141414}
.bad{border-color:#ff8078}.danger{color:#ff8078}
:focus-visible{outline-color:#6fcfdf}}`

const frame = (title: string, body: string): string => `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex,nofollow">
<meta name="referrer" content="no-referrer">
<meta name="format-detection" content="telephone=no">
<title>${safe(title)}</title>
<style>${style}</style>
</head>
<body><main>${body}</main></body>
</html>`

/** A page with a text only. */
export const textPage = (title: string, text: string): string =>
  frame(title, `<h1>${safe(title)}</h1><p class="note">${safe(text)}</p>`)

/** A page of a store with a text only, and its telephone. */
export const storePage = ({ storeName, phone }: Store, text: string): string =>
  frame(
    `预约 · ${storeName}`,
    `<h1>${safe(storeName)}</h1><p class="note">${safe(text)}</p>${phoneLink(phone)}`,
  )

export interface Note {
  readonly text: string
  readonly isBad: boolean
}

export interface AppointmentPage {
  /** The page's own path. */
  readonly path: string
  readonly activityId: number
  readonly appointment: Shown
  /** The customer may still move it today. */
  readonly isMovable: boolean
  readonly note?: Note | undefined
  /** The part that is open: choosing another time, or the question before a cancellation. */
  readonly opened?: { readonly choice: Choice } | 'cancel' | undefined
}

const weekDays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日']
const weekDayName = (day: number): string => weekDays[weekDay(day)] ?? ''

export function appointmentPage({
  path,
  activityId,
  appointment,
  isMovable,
  note,
  opened,
}: AppointmentPage): string {
  const { surname, gender, storeName, address, type, seriesName, startsAt } = appointment
  const facts = [
    ['门店', storeName],
    ['地址', address],
    ['事由', reasonText(type, seriesName)],
    ['状态', appointment.isConfirmed ? '已确认' : '待确认'],
  ].filter(([, value]) => value)
  return frame(
    `预约 · ${storeName}`,
    `<h1>${safe(addressed(surname, gender))}，您的预约</h1>
${note ? `<p class="note${note.isBad ? ' bad' : ''}" role="status">${safe(note.text)}</p>` : ''}
<div class="card"><p class="when">${dateText(startsAt)} ${weekDayName(startsAt)} <span>${hoursText(appointment)}</span></p>
<dl>${facts.map(([label, value]) => `<dt>${label}</dt><dd>${safe(value ?? '')}</dd>`).join('')}</dl></div>
${opened === undefined ? actions({ path, activityId, appointment, isMovable }) : opened === 'cancel' ? question(path, activityId) : times(path, activityId, opened.choice)}`,
  )
}

const hidden = (activityId: number): string => `<input type="hidden" name="of" value="${activityId}">`

const actions = ({
  path,
  activityId,
  appointment,
  isMovable,
}: Pick<AppointmentPage, 'path' | 'activityId' | 'appointment' | 'isMovable'>): string => `<div class="acts">
${appointment.isConfirmed ? '' : `<form method="post" action="${path}">${hidden(activityId)}<button class="main" name="do" value="confirm">确认赴约</button></form>`}
${isMovable ? `<a class="button" href="${path}?day=${dayText(appointment.startsAt)}">改时间</a>` : `<p class="quiet">${movedEnough}。</p>${phoneLink(appointment.phone)}`}
<a class="button danger" href="${path}?cancel=1">取消预约</a>
</div>`

const phoneLink = (phone: string): string =>
  phone && `<a class="button" href="tel:${safe(phone.replaceAll(/[^\d+]/g, ''))}">门店电话 ${safe(phone)}</a>`

const question = (path: string, activityId: number): string => `<h2>确定取消这次预约吗？</h2>
<div class="acts">
<form method="post" action="${path}">${hidden(activityId)}<button class="danger" name="do" value="cancel">确定取消</button></form>
<a class="button" href="${path}">返回</a>
</div>`

const times = (path: string, activityId: number, { days, day, starts }: Choice): string => `<h2>选择日期</h2>
<nav class="days" aria-label="日期">${days
  .map(
    (one) =>
      `<a class="button${one === dayStart(day) ? ' main' : ''}" href="${path}?day=${dayText(one)}#times"${one === dayStart(day) ? ' aria-current="date"' : ''}>${dateText(one)}<br>${weekDayName(one)}</a>`,
  )
  .join('')}</nav>
<h2 id="times">选择时间</h2>
${
  starts.length > 0
    ? `<form method="post" action="${path}">${hidden(activityId)}<input type="hidden" name="do" value="move"><div class="times">${starts
        .map((one) => `<button name="at" value="${one}">${clockText(one)}</button>`)
        .join('')}</div></form>`
    : '<p class="quiet">这一天没有可约的时间，请选其他日期。</p>'
}
<div class="acts"><a class="button" href="${path}">返回</a></div>`
