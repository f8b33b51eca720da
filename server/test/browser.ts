import type { Call } from '@showroom/contract/kernel/call'
import type { TestApp, Wire } from './app.ts'

/** A browser that keeps its cookie. */
export function openBrowser(app: TestApp) {
  let cookie = ''
  return {
    get cookie() {
      return cookie
    },
    async post<C extends Call>(call: C, body: object, token = ''): Promise<Wire<C>> {
      const answer = await app.post(call, token, body, cookie ? { cookie } : {})
      const set = answer.headers['set-cookie']
      if (typeof set === 'string') cookie = set.split(';')[0] ?? ''
      return answer
    },
  }
}
export type TestBrowser = ReturnType<typeof openBrowser>
