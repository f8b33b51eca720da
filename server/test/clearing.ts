import { rooms } from '@showroom/contract'
import { expect } from 'vitest'
import { storyOf } from '../src/lead/lead.factory.ts'
import type { BuiltMember } from '../src/team/team.factory.ts'
import type { TestApp, Wire } from './app.ts'

const { clear } = rooms.lead

/** The wrong fields of a refusal, each with its text. */
export const problemsOf = ({ errors = [] }: { errors?: { path: string; text: string }[] }) =>
  Object.fromEntries(errors.map(({ path, text }) => [path, text]))

/** Cleans leads on an app that exists once the tests run. */
export function clearingOn(app: () => TestApp) {
  const send = (by: BuiltMember, body: object): Promise<Wire<typeof clear>> =>
    app().post(clear, by.token, body)
  return {
    send,
    /** The response of a refused call; expects an unchanged lead. */
    async refused(by: BuiltMember, clueId: number, body: object): Promise<Wire<typeof clear>> {
      const before = await storyOf(app(), clueId)
      const answer = await send(by, { ...body, clueId })
      expect(answer.status, answer.text).not.toBe('0')
      expect(await storyOf(app(), clueId)).toEqual(before)
      return answer
    },
  }
}
