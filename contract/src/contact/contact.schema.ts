import { z } from 'zod'
import { OwnPath } from '../access/own-path.ts'
import { dealerId, Id, requiredCode } from '../kernel/wire.ts'

/** A contact of WeCom (客户联系), beside whose chat the side bar opens. */

/** The contact's id at WeCom. */
const externalId = requiredCode('缺少企业微信联系人', 64)

export const ContactKey = z.object({ dealerId, externalId })
export const ContactAndCustomer = z.object({ dealerId, externalId, customerId: Id })

/** A file of the store that the member sees. */
const Offered = z.object({
  customerId: z.number(),
  name: z.string(),
  /** Masked. */
  mobile: z.string(),
  ownerName: z.string(),
})

export const ContactAnswer = z.object({
  /** The contact's own name at WeCom. */
  name: z.string(),
  tags: z.array(z.string()),
  /** The bound file; 0 for none, and if the member does not see it. */
  customerId: z.number(),
  /** Bound to a file that the member does not see. */
  isElsewhere: z.boolean(),
  /** Files with a number that the store's members noted for the contact. */
  offered: z.array(Offered),
})
export type ContactAnswer = z.infer<typeof ContactAnswer>

/** The page's address within the product; a part behind `#` is not signed. */
export const SignPage = z.object({ dealerId, page: OwnPath })

const Signature = z.object({ timestamp: z.number(), nonceStr: z.string(), signature: z.string() })
export const SignPageAnswer = z.object({
  corpId: z.string(),
  agentId: z.string(),
  /** For the company, and for the application. */
  config: Signature,
  agent: Signature,
})
