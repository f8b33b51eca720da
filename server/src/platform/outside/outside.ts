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

/** The systems outside that this installation works with; absent where none is configured. */
export interface Outside {
  readonly wecom: Wecom | undefined
  readonly sso: Sso | undefined
  readonly gray: GrayRelease | undefined
  /** Always there: where nothing can be sent, it says so. */
  readonly sms: SmsDriver
  /** Absent: the personnel handed over as base data. */
  readonly personnel: Personnel | PersonnelService | undefined
}

interface Deps {
  readonly demo: boolean
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Pick<Metrics, 'smsSent'>
}

/** One driver each, as the configuration says. */
export const openOutside = (
  { wecom, sso, gray, personnel, sms = [] }: Partial<OutsideConfig>,
  { demo, clock, log, metrics }: Deps,
): Outside => ({
  wecom: wecom ? createWecom(wecom) : demo ? demoWecom(log) : undefined,
  // The demo's people have no accounts at a provider.
  sso: sso && createSso({ ...sso, only: sso.only && !demo }),
  gray: gray && createGrayRelease(gray, { clock, log }),
  // The demo's numbers may be somebody's: nothing is sent to them.
  sms: demo ? demoSms(log) : sms.length > 0 ? createSmsSender(sms, { clock, log, metrics }) : absentSms,
  personnel:
    personnel === 'none' ? noPersonnel : personnel && createPersonnelService(personnel, { clock, log }),
})
