import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { summaryOf } from '../log.ts'
import type { Logger } from '../log.ts'
import { askJson, OutsideError } from '../outside/ask.ts'

/** The maker's personnel system. A way to ask it is a driver of this shape, chosen by configuration. */
export interface Personnel {
  /** Never throws: a system out of reach knows nobody, and the fields stay to be typed. */
  find(person: Person): Promise<PersonnelAnswer>
}

/** Who asks to become a member, as typed: name, mobile and identity number, without blanks. */
export interface Person {
  readonly name: string
  readonly mobile: string
  readonly identifyNo: string
}

export interface PersonnelAnswer {
  /** The person is known with all that was given. */
  readonly isAll: boolean
  /** Accounts with their positions, 'account/position'; none where the person is not known whole, so that nothing can be tried out. */
  readonly siebelIds: readonly string[]
}

export const unknownPerson: PersonnelAnswer = { isAll: false, siebelIds: [] }

/** Where there is no personnel system: every field is typed. */
export const noPersonnel: Personnel = { find: () => Promise.resolve(unknownPerson) }

export interface PersonnelConfig {
  readonly url: string
  readonly secret: string
}

/** Somebody waits on the screen. */
const limitMs = 5_000
/** Accounts that one person may have. */
const mostAccounts = 20

const Answer = z.object({
  isAll: z.boolean(),
  siebelIds: z
    .array(z.string().regex(/^[^/]{1,50}\/[^/]{1,50}$/))
    .max(mostAccounts)
    .default([]),
})

export interface PersonnelService extends Personnel {
  /** Asks for nobody, and tells in a sentence what was answered. Throws `OutsideError`. */
  check(): Promise<string>
}

/** Asks over the network, signed; nothing that was typed goes into the log. */
export function createPersonnelService(
  { url, secret }: PersonnelConfig,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
): PersonnelService {
  /** `timestamp` (epoch seconds) and `signature`: HMAC-SHA256 in hex over `<timestamp>.<body>`. */
  async function ask(person: Person): Promise<PersonnelAnswer> {
    const body = JSON.stringify(person)
    const timestamp = String(Math.floor(clock().getTime() / 1000))
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
    const headers = { 'content-type': 'application/json', timestamp, signature }
    const { data } = Answer.safeParse(
      await askJson(url, { method: 'POST', headers, body, timeoutMs: limitMs }),
    )
    if (!data) throw new OutsideError('the personnel system answered something else than isAll and siebelIds')
    return data.isAll ? data : unknownPerson
  }
  return {
    async find(person) {
      try {
        return await ask(person)
      } catch (error) {
        log.warn(
          { error: summaryOf(error as Error) },
          'the personnel system did not answer: fields are typed',
        )
        return unknownPerson
      }
    },
    async check() {
      const { isAll } = await ask({ name: 'doors', mobile: '', identifyNo: '' })
      return isAll ? 'somebody without a number is known to it' : 'nobody of that name'
    },
  }
}
