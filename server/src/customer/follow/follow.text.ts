import { hoursText } from '@showroom/contract/customer/appointment.rules'
import { communicationTypes, defeatBranch, followEvent } from '@showroom/contract/customer/customer.rules'
import { isInvitation } from '@showroom/contract/customer/follow.schema'
import type { Follow } from '@showroom/contract/customer/follow.schema'
import type { TimelineFacts } from '@showroom/contract/customer/timeline.schema'
import { moneyText } from '@showroom/contract/kernel/money'
import { dayText } from '@showroom/contract/kernel/day'
import type { Catalogue } from '../../platform/export/catalogue.ts'
import type { DefeatForm } from '../defeat/defeat.repository.ts'

/** Timeline text of a follow-up. */

type Defeat = Omit<DefeatForm, 'customerId' | 'dealId' | 'remark'>

interface Described {
  readonly subject: string
  readonly content: string
  readonly facts: TimelineFacts
}

/** ` 10:00–11:00` of an appointment. */
const hourOf = ({ nextDate, nextMinutes }: Follow): string =>
  nextMinutes ? ` ${hoursText({ startsAt: nextDate, minutes: nextMinutes })}` : ''

/** `testCar` is the plate of the driven car; empty if unknown. */
export function describeFollow(catalogue: Catalogue, form: Follow, testCar: string): Described {
  const { display } = catalogue
  const tested = catalogue.seriesName(form.testSpecId)
  const happened = communicationTypes.includes(form.completedActivityType)
    ? [
        `沟通方式：${display('contactTypes', form.contactType)}`,
        ...eventParts(form, display('followEvents', form.event)),
      ]
    : [
        form.comeDuration > 0 && `到店时长：${display('comeDurations', form.comeDuration)}`,
        tested && `试驾车系：${tested}`,
        testCar && `试驾车：${testCar}`,
        tested && form.testMinutes > 0 && `试驾时长：${form.testMinutes}分钟`,
        form.testResult > 0 && `试驾结果：${display('testResults', form.testResult)}`,
      ]
  const then = form.isSuspend
    ? [`转为休眠，${form.resumeDuration}天后自动唤醒`]
    : form.level === 'F'
      ? defeatParts(catalogue, form)
      : form.nextDate > 0
        ? [
            `下次跟进：${dayText(form.nextDate)} ${display('activityTypes', form.nextActivityType)}${hourOf(form)}`,
          ]
        : []
  const content = [...happened, `备注：${withoutStop(form.remark)}`, ...then].filter(Boolean).join('；')
  const subject =
    form.level === 'F'
      ? '战败申请'
      : form.isSuspend
        ? '休眠'
        : display('activityTypes', form.completedActivityType)
  return { subject, content, facts: followFacts(catalogue, form, testCar) }
}

/** Keeps only fields of the chosen way and outcome: the form may still hold earlier choices. */
function followFacts(catalogue: Catalogue, form: Follow, testCar: string): TimelineFacts {
  const { completedActivityType: way } = form
  const { contactType, event, quote, reserveComeDate, comeDuration } = form
  const happened = communicationTypes.includes(way)
    ? {
        contactType,
        event,
        quote: event === followEvent.quote ? quote : 0,
        reserveComeDate: isInvitation(event) ? reserveComeDate : 0,
      }
    : { comeDuration, ...driveFacts(catalogue, form, testCar) }
  const then = form.isSuspend
    ? { resumeDuration: form.resumeDuration }
    : form.level === 'F'
      ? defeatFacts(catalogue, form)
      : {
          nextType: form.nextDate > 0 ? form.nextActivityType : 0,
          nextDate: form.nextDate,
          nextMinutes: form.nextMinutes,
        }
  return { kind: 'followed', said: form.remark, ...happened, ...then }
}

function driveFacts(
  { seriesName }: Catalogue,
  { testSpecId, testResult, testMinutes }: Follow,
  testCar: string,
) {
  const testSeries = seriesName(testSpecId) ?? ''
  return { testSeries, testResult, testCar, testMinutes: testSeries ? testMinutes : 0 }
}

/** Removes a remark's trailing full stop, which would collide with the separator of the text. */
export const withoutStop = (remark: string): string => remark.replace(/(?<![。；;.\s])[。；;.\s]+$/, '')

const eventParts = (form: Follow, event: string): string[] => [
  `发生事件：${event}`,
  ...(form.event === followEvent.quote ? [`报价${moneyText(form.quote)}`] : []),
  ...(isInvitation(form.event) ? [`预约到店：${dayText(form.reserveComeDate)}`] : []),
]

/** Fields of a defeat request that its reason requires, as data. */
export function defeatFacts({ display, competitorName }: Catalogue, form: Defeat) {
  const branch = defeatBranch(form.failReason, form.failSubReason)
  const products = form.failPurchaseReason.map((one) => display('failPurchaseReasons', one)).filter(Boolean)
  return {
    failReason: form.failReason,
    failSubReason: branch.subReason ? form.failSubReason : 0,
    failDealer: branch.dealer ? form.failDealerName : '',
    failSeries: (branch.series && competitorName(form.failSeriesId)) || '',
    failProducts: branch.purchaseReasons ? products.join('、') : '',
    failCity: branch.city ? `${form.failProvince}${form.failCity}` : '',
  }
}

export function defeatParts({ display, competitorName }: Catalogue, form: Defeat): string[] {
  const branch = defeatBranch(form.failReason, form.failSubReason)
  const rival = branch.series && competitorName(form.failSeriesId)
  const reasons = form.failPurchaseReason.map((one) => display('failPurchaseReasons', one)).filter(Boolean)
  return [
    `战败原因：${display('failReasons', form.failReason)}`,
    ...(branch.subReason ? [display('failSubReasons', form.failSubReason)] : []),
    ...(branch.dealer && form.failDealerName ? [`战败经销商：${form.failDealerName}`] : []),
    ...(rival ? [`战败车系：${rival}`] : []),
    ...(branch.purchaseReasons && reasons.length > 0 ? [`产品原因：${reasons.join('、')}`] : []),
    ...(branch.city ? [`意向购车城市：${form.failProvince}${form.failCity}`] : []),
  ]
}
