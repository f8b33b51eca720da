import type { OutsideConfig } from '../config.outside.ts'
import type { Clock } from '../clock.ts'
import { createGrayRelease } from '../gray/gray.ts'
import type { GrayRelease } from '../gray/gray.ts'
import type { Logger } from '../log.ts'
import { createPersonnelService, noPersonnel } from '../personnel/personnel.ts'
import type { Personnel, PersonnelService } from '../personnel/personnel.ts'
import type { Metrics } from '../metrics.ts'
import { createSmsSender } from '../texts/sender.ts'
import { absentSms, demoSms } from '../texts/sms.ts'
import type { SmsDriver } from '../texts/sms.ts'
import { createSso } from '../sso/sso.ts'
import type { Sso } from '../sso/sso.ts'
import { demoWecom } from '../wecom/demo.ts'
import { createWecom } from '../wecom/wecom.ts'
import type { Wecom } from '../wecom/wecom.ts'

/** Drivers of the outside systems; undefined if not configured. */
export interface Outside {
  readonly wecom: Wecom | undefined
  readonly sso: Sso | undefined
  readonly gray: GrayRelease | undefined
  /** Always present; without a provider it refuses to send. */
  readonly sms: SmsDriver
  /** Undefined for imported personnel data. */
  readonly personnel: Personnel | PersonnelService | undefined
}

interface Deps {
  readonly demo: boolean
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'smsSent'>
}

/** Creates one driver per configured system. */
export const openOutside = (
  { wecom, sso, gray, personnel, sms = [] }: Partial<OutsideConfig>,
  { demo, clock, log, metrics }: Deps,
): Outside => ({
  wecom: wecom ? createWecom(wecom) : demo ? demoWecom(log) : undefined,
  // Demo people have no accounts at a provider.
  sso: sso && createSso({ ...sso, only: sso.only && !demo }),
  gray: gray && createGrayRelease(gray, { clock, log }),
  // Demo numbers may belong to real people, so no texts are sent.
  sms: demo ? demoSms(log) : sms.length > 0 ? createSmsSender(sms, { clock, log, metrics }) : absentSms,
  personnel:
    personnel === 'none' ? noPersonnel : personnel && createPersonnelService(personnel, { clock, log }),
})
