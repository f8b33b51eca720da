import type { Logger } from '../observe/log.ts'
import type { Wecom } from './wecom.ts'

/** Prefix that the demo's scan page adds to the chosen userid. */
const mark = 'demo-'

/** The demo's WeCom: our own page to choose who scans; messages are logged. */
export const demoWecom = (log: Logger): Wecom => ({
  corpId: 'demo',
  agentId: 'demo',
  origin: 'http://localhost:3000',
  pageOf: (state) => `/#/demoScan?state=${state}`,
  insideOf: (state) => `/#/demoScan?state=${state}`,
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
  readContact: () => Promise.resolve({ name: '', followUsers: [] }),
  countFollowUsers: () => Promise.resolve(0),
  listContacts: () => Promise.resolve([]),
  askTicket: () => Promise.resolve({ value: 'demo', seconds: 7200 }),
  check: () => Promise.resolve('the demo plays it'),
})
