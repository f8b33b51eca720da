import type { Logger } from '../observe/log.ts'
import { isOfService } from './webpush.ts'
import type { WebPush } from './webpush.ts'

/** Takes every message and sends none. Without a key no page offers it. */
export const demoWebPush = (log: Logger): WebPush => ({
  publicKey: '',
  accepts: (endpoint) => isOfService(endpoint),
  send(_to, { title }) {
    log.info({ title }, 'the demo sends no message to a browser')
    return Promise.resolve('sent')
  },
  check: () => Promise.resolve('the demo'),
})
