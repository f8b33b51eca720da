import { existsSync } from 'node:fs'
import path from 'node:path'
import { request as playwright } from '@playwright/test'
import type { FullConfig } from '@playwright/test'
import { people, tokenOf } from './people.ts'
import { keepSessions, mustPost } from './session.ts'
import type { Session } from './session.ts'

/** Journeys use the client as it was last built. */
const client = path.resolve(import.meta.dirname, '../../web/dist/index.html')

/** Runs before the first journey: reads everyone's profile with the token from stage.ts. */
export default async function signInAll(config: FullConfig): Promise<void> {
  if (!existsSync(client)) throw new Error('the web client is not built: npm run build')
  const request = await playwright.newContext({ baseURL: config.projects[0]?.use.baseURL })
  const sessions = await Promise.all(
    Object.values(people).map(async ({ mobile }): Promise<[string, Session]> => {
      const token = tokenOf(mobile)
      const { profile } = await mustPost<{ profile: Omit<Session, 'token'> }>(
        request,
        '/v1/userRpc/profile',
        {},
        token,
      )
      return [mobile, { token, dealerId: profile.dealerId, memberId: profile.memberId }]
    }),
  )
  await request.dispose()
  keepSessions(Object.fromEntries(sessions))
}
