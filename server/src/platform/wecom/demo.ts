import type { Logger } from '../log.ts'
import type { Wecom } from './wecom.ts'

/** What the demo's scan page puts before the userid that somebody chose there. */
const mark = 'demo-'

/** The demo's WeCom: a page of our own where one chooses who scans; messages stand in the log. */
export const demoWecom = (log: Logger): Wecom => ({
  corpId: 'demo',
  agentId: 'demo',
  pageOf: (state) => `/#/demoScan?state=${state}`,
  linkTo: (path) => `/#${path}`,
  whoScanned(code) {
    if (!code.startsWith(mark)) return Promise.resolve('spent')
    const userId = code.slice(mark.length)
    return Promise.resolve(userId === '' || userId.length > 64 ? 'stranger' : { userId })
  },
  send({ userId, title, text, url }) {
    log.info({ userId, url }, `WeCom message: ${title}: ${text}`)
    return Promise.resolve(true)
  },
  check: () => Promise.resolve('the demo plays it'),
})
