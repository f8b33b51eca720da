import type { DoorName, DoorState } from '@showroom/contract/system/system.names'
import type { OutsideConfig } from '../config/config.outside.ts'
import type { Clock } from '../clock.ts'
import { createGrayRelease } from '../gray/gray.ts'
import type { GrayRelease } from '../gray/gray.ts'
import type { Logger } from '../observe/log.ts'
import { createPersonnelService, noPersonnel } from '../personnel/personnel.ts'
import type { Personnel, PersonnelService } from '../personnel/personnel.ts'
import type { Metrics } from '../observe/metrics.ts'
import { createSmsSender } from '../texts/sender.ts'
import { absentSms, demoSms } from '../texts/sms.ts'
import type { SmsDriver } from '../texts/sms.ts'
import { createSso } from '../sso/sso.ts'
import type { Sso } from '../sso/sso.ts'
import { demoWebPush } from '../webpush/demo.ts'
import { createWebPush } from '../webpush/webpush.ts'
import type { WebPush } from '../webpush/webpush.ts'
import { demoWecom } from '../wecom/demo.ts'
import { createWecom } from '../wecom/wecom.ts'
import type { Wecom } from '../wecom/wecom.ts'
import type { Outcomes } from './outcomes.ts'

/** Drivers of the outside systems; undefined if not configured. */
export interface Outside {
  readonly wecom: Wecom | undefined
  readonly sso: Sso | undefined
  readonly gray: GrayRelease | undefined
  /** Always present; without a provider it refuses to send. */
  readonly sms: SmsDriver
  readonly push: WebPush | undefined
  /** Undefined for imported personnel data. */
  readonly personnel: Personnel | PersonnelService | undefined
}

interface Deps {
  readonly demo: boolean
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'smsSent'>
  readonly outcomes: Pick<Outcomes, 'of'>
  /** The server's secret. */
  readonly secret: string
}

/** How each outside system is connected. */
export function doorStatesOf(
  { wecom, sso, gray, personnel, push, sms = [] }: Partial<OutsideConfig>,
  {
    demo,
    bucket,
    scanner,
  }: { readonly demo: boolean; readonly bucket?: unknown; readonly scanner?: unknown },
): Readonly<Record<DoorName, DoorState>> {
  const played = demo ? 'demo' : 'off'
  const onIf = (isOn: boolean): DoorState => (isOn ? 'on' : 'off')
  return {
    sms: sms.length > 0 && !demo ? 'on' : played,
    wecom: wecom ? 'on' : played,
    sso: onIf(sso !== undefined),
    bucket: onIf(bucket !== undefined),
    scanner: onIf(scanner !== undefined),
    personnel: onIf(personnel !== undefined && personnel !== 'none'),
    gray: onIf(gray !== undefined),
    // Members register the addresses.
    webhooks: 'on',
    push: push ? 'on' : played,
  }
}

/** Creates one driver per configured system. */
export const openOutside = (
  { wecom, sso, gray, personnel, push, sms = [] }: Partial<OutsideConfig>,
  { demo, clock, log, metrics, outcomes, secret }: Deps,
): Outside => ({
  wecom: wecom ? createWecom(wecom, outcomes.of('wecom')) : demo ? demoWecom(log) : undefined,
  // Demo people have no accounts at a provider.
  sso: sso && createSso({ ...sso, only: sso.only && !demo }, outcomes.of('sso')),
  gray: gray && createGrayRelease(gray, { clock, log, door: outcomes.of('gray') }),
  push: push ? createWebPush(push, secret, outcomes.of('push')) : demo ? demoWebPush(log) : undefined,
  // Demo numbers may belong to real people, so no texts are sent.
  sms: demo
    ? demoSms(log)
    : sms.length > 0
      ? createSmsSender(sms, { clock, log, metrics, door: outcomes.of('sms') })
      : absentSms,
  personnel:
    personnel === 'none'
      ? noPersonnel
      : personnel && createPersonnelService(personnel, { clock, log, door: outcomes.of('personnel') }),
})
