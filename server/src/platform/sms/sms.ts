import type { Logger } from '../log.ts'

/** A way to send a code to a mobile. A real provider is a driver of this shape, chosen by configuration. */
export interface SmsSender {
  /** Never throws: a failure is logged, the person asks again. */
  send(mobile: string, code: string): Promise<void>
}

/** The embedded driver: the code stands in the server's log. */
export const logSms = (log: Logger): SmsSender => ({
  send(mobile, code) {
    log.info({ mobile, smsCode: code }, 'sms code')
    return Promise.resolve()
  },
})
