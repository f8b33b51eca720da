import { z } from 'zod'
import { OutsideError } from '../outside/ask.ts'
import type { Door } from '../outside/outcomes.ts'
import { refuse } from './asker.ts'
import type { AskWithToken } from './asker.ts'

/** Reads the company's external contacts (客户联系) and the tickets that sign pages for WeCom's client. */

/** A member of the company with the contact, and the notes of this member. */
export interface FollowUser {
  /** In lower case, as userids are case-insensitive. */
  readonly userId: string
  readonly mobiles: readonly string[]
  readonly tags: readonly { readonly id: string; readonly name: string }[]
}

export interface ReadContact {
  readonly name: string
  readonly followUsers: readonly FollowUser[]
}

/** `config` signs a page for the company, `agent` for the application. */
export const ticketKinds = ['config', 'agent'] as const
export type TicketKind = (typeof ticketKinds)[number]

export interface Ticket {
  readonly value: string
  /** Seconds until it expires. */
  readonly seconds: number
}

export interface Contacts {
  /** Reads the present state of a contact; no follow users if no member has it. Throws `OutsideError`. */
  readContact(externalId: string): Promise<ReadContact>
  /** Lists the ids of a member's contacts. Throws `OutsideError`. */
  listContacts(userId: string): Promise<readonly string[]>
  /** Returns how many members of the company may have contacts. Throws `OutsideError` if the application may not read them. */
  countFollowUsers(): Promise<number>
  /** Requests a ticket. WeCom limits these to some hundred an hour. Throws `OutsideError`. */
  askTicket(kind: TicketKind): Promise<Ticket>
}

/** No member has the contact, or the id is of no contact or of no member. */
const noContact: ReadonlySet<number> = new Set([84_061, 40_096, 40_058, 60_111, 40_003])
/** A contact has few follow users beyond one page of 500. */
const mostPages = 4

const text = z.string().catch('')
const list = <Item extends z.ZodType>(item: Item) => z.array(item).catch([])
const ContactAnswer = z.object({
  external_contact: z.object({ name: text }).catch({ name: '' }),
  follow_user: list(
    z.object({
      userid: text,
      remark_mobiles: list(text),
      // Tags that members make for themselves have no id.
      tags: list(z.object({ tag_id: text, tag_name: text })),
    }),
  ),
  next_cursor: text,
})
const FollowUsers = z.object({ follow_user: list(text) })
const ListAnswer = z.object({ external_userid: z.array(z.string()) })

export function createContacts(door: Door, ask: AskWithToken): Contacts {
  return {
    readContact: (externalId) =>
      door.run(async () => {
        let name = ''
        const followUsers: FollowUser[] = []
        for (let cursor = '', page = 0; page < mostPages; page++) {
          const answer = await ask('/cgi-bin/externalcontact/get', { external_userid: externalId, cursor })
          if (noContact.has(answer.errcode)) break
          refuse(answer, 'externalcontact/get')
          const read = ContactAnswer.parse(answer)
          name = read.external_contact.name
          for (const { userid, remark_mobiles: mobiles, tags } of read.follow_user)
            followUsers.push({
              userId: userid.toLowerCase(),
              mobiles,
              tags: tags.map(({ tag_id: id, tag_name: title }) => ({ id, name: title })),
            })
          cursor = read.next_cursor
          if (cursor === '') break
        }
        return { name, followUsers }
      }),
    listContacts: (userId) =>
      door.run(async () => {
        const answer = await ask('/cgi-bin/externalcontact/list', { userid: userId })
        if (noContact.has(answer.errcode)) return []
        refuse(answer, 'externalcontact/list')
        const read = ListAnswer.safeParse(answer)
        if (!read.success)
          throw new OutsideError('WeCom answered externalcontact/list without a list', 'broken')
        return read.data.external_userid
      }),
    countFollowUsers: () =>
      door.run(async () => {
        const answer = await ask('/cgi-bin/externalcontact/get_follow_user_list', {})
        refuse(answer, 'externalcontact/get_follow_user_list')
        return FollowUsers.parse(answer).follow_user.length
      }),
    askTicket: (kind) =>
      door.run(async () => {
        const [path, query] =
          kind === 'config'
            ? (['/cgi-bin/get_jsapi_ticket', {}] as const)
            : (['/cgi-bin/ticket/get', { type: 'agent_config' }] as const)
        const answer = await ask(path, query)
        refuse(answer, path)
        const { ticket: value, expires_in: seconds } = answer
        if (typeof value !== 'string' || typeof seconds !== 'number')
          throw new OutsideError(`WeCom answered ${path} without a ticket`, 'broken')
        return { value, seconds }
      }),
  }
}
