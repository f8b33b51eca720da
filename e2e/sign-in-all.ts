import { request as playwright } from '@playwright/test'
import type { FullConfig } from '@playwright/test'
import { people } from './people.ts'
import { keepSessions, signIn } from './session.ts'
import type { Session } from './session.ts'

/** Before the first journey: one sign-in a person, for the journeys of all workers. */
export default async function signInAll(config: FullConfig): Promise<void> {
  const request = await playwright.newContext({ baseURL: config.projects[0]?.use.baseURL })
  const sessions: Record<string, Session> = {}
  for (const { mobile } of Object.values(people)) sessions[mobile] = await signIn(request, mobile)
  await request.dispose()
  keepSessions(sessions)
}
