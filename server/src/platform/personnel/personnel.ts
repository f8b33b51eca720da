import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { summaryOf } from '../observe/log.ts'
import type { Logger } from '../observe/log.ts'
import { askJson, OutsideError } from '../outside/ask.ts'
import type { Door } from '../outside/outcomes.ts'

/** The manufacturer's personnel system. Drivers implement this interface; the configuration chooses one. */
export interface Personnel {
  /** Looks a person up. Never throws: if the system is unavailable the person is unknown, and the user fills the fields in. */
  find(person: Person): Promise<PersonnelAnswer>
}

/** A future member as typed: name, mobile and identity number, without blanks. */
export interface Person {
  readonly name: string
  readonly mobile: string
  readonly identifyNo: string
}

export interface PersonnelAnswer {
  /** Whether the person was found with all given fields. */
  readonly isAll: boolean
  /** Accounts with their positions, 'account/position'. Empty for a partial match, so that guessing reveals nothing. */
  readonly siebelIds: readonly string[]
}

export const unknownPerson: PersonnelAnswer = { isAll: false, siebelIds: [] }

/** Used without a personnel system: every field is typed. */
export const noPersonnel: Personnel = { find: () => Promise.resolve(unknownPerson) }

export interface PersonnelConfig {
  readonly url: string
  readonly secret: string
}

/** A user is waiting for the result. */
const limitMs = 5_000
/** Maximum number of accounts per person. */
const mostAccounts = 20

const Answer = z.object({
  isAll: z.boolean(),
  siebelIds: z
    .array(z.string().regex(/^[^/]{1,50}\/[^/]{1,50}$/))
    .max(mostAccounts)
    .default([]),
})

export interface PersonnelService extends Personnel {
  /** Queries an empty person and returns the result as a sentence. Throws `OutsideError`. */
  check(): Promise<string>
}

/** Driver over the network with signed requests. Nothing that was typed is logged. */
export function createPersonnelService(
  { url, secret }: PersonnelConfig,
  { clock, log, door }: { readonly clock: Clock; readonly log: Logger; readonly door: Door },
): PersonnelService {
  /** Sends `timestamp` (epoch seconds) and `signature`: HMAC-SHA256 in hex over `<timestamp>.<body>`. */
  async function ask(person: Person): Promise<PersonnelAnswer> {
    const body = JSON.stringify(person)
    const timestamp = String(Math.floor(clock().getTime() / 1000))
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
    const headers = { 'content-type': 'application/json', timestamp, signature }
    const { data } = Answer.safeParse(
      await askJson(url, { method: 'POST', headers, body, timeoutMs: limitMs }),
    )
    if (!data) throw new OutsideError('the personnel system answered without isAll and siebelIds')
    return data.isAll ? data : unknownPerson
  }
  return {
    async find(person) {
      try {
        return await door.run(() => ask(person))
      } catch (error) {
        log.warn(
          { error: summaryOf(error as Error) },
          'the personnel system did not answer: members type the fields',
        )
        return unknownPerson
      }
    },
    async check() {
      const { isAll } = await door.run(() => ask({ name: 'doors', mobile: '', identifyNo: '' }))
      return isAll ? 'matches a person without numbers' : 'no match for the test person'
    },
  }
}
