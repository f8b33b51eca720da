import { dayText } from '@showroom/contract/kernel/day'
import { moneyText } from '@showroom/contract/kernel/money'
import { communicationTypes, followEvent } from '@showroom/contract/customer/customer.rules'
import { displayOf } from './dictionaries.ts'
import { catalogue } from './vehicles.ts'

/** The timeline's texts for the input of the follow-up dialog, as the customer room writes them. */

/** Input of the follow-up dialog; absent means 0. */
export interface FollowResult {
  readonly contactType?: number
  readonly event?: number
  readonly quoteFen?: number
  readonly reserveComeDate?: number
  readonly comeDuration?: number
  readonly testResult?: number
  readonly testSpecId?: number
}
/** Way of contact by activity type: phone, enterprise WeChat or video. */
export const contactTypeOf = (type: number): number => (type === 14 ? 5 : type === 15 ? 6 : 1)

export const planPart = (next: { readonly type: number; readonly dueAt: number }): string =>
  `下次跟进：${dayText(next.dueAt)} ${displayOf('activityTypes', next.type)}`

export function resultParts(type: number, result: FollowResult): string[] {
  const parts = communicationTypes.includes(type) ? talkParts(result) : arrivalParts(result)
  return parts.filter((part) => part !== '')
}

const talkParts = ({
  contactType = 1,
  event = followEvent.other,
  quoteFen,
  reserveComeDate,
}: FollowResult): string[] => [
  `沟通方式：${displayOf('contactTypes', contactType)}`,
  `发生事件：${displayOf('followEvents', event)}`,
  quoteFen ? `报价${moneyText(quoteFen / 100)}` : '',
  reserveComeDate ? `预约到店：${dayText(reserveComeDate)}` : '',
]

const arrivalParts = ({ comeDuration, testSpecId, testResult }: FollowResult): string[] => [
  comeDuration ? `到店时长：${displayOf('comeDurations', comeDuration)}` : '',
  testSpecId ? `试驾车系：${catalogue.series.find(({ id }) => id === testSpecId)?.name}` : '',
  testResult ? `试驾结果：${displayOf('testResults', testResult)}` : '',
]
