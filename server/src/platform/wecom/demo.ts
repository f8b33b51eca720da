import type { Logger } from '../observe/log.ts'
import type { Wecom } from './wecom.ts'

/** Prefix that the demo's scan page adds to the chosen userid. */
const mark = 'demo-'

/** The demo's WeCom: our own page to choose who scans; messages are logged. */
export const demoWecom = (log: Logger): Wecom => ({
  corpId: 'demo',
  agentId: 'demo',
  pageOf: (state) => `/#/demoScan?state=${state}`,
  linkTo: (path) => `/#${path}`,
  memberOfScan(code) {
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
