import { z } from 'zod'
import { choice, DateRange, dealerId, idList, keyword, OptionalId, page, wordList } from '../kernel/wire.ts'

/** The customer list (docs/product/customer.md). */

const Ids = idList(200).default([])

export const CustomerListQuery = z.object({
  dealerId,
  ...page,
  /** 0 all, 1 not visited, 2 visited, 3 ordered, 4 delivered, 5 defeated, 6 dormant. */
  type: choice(6),
  saleIds: Ids,
  levels: wordList(8).default([]),
  createdDate: DateRange,
  orderDate: DateRange,
  deliverDate: DateRange,
  followDate: DateRange,
  comeDate: DateRange,
  failDate: DateRange,
  suspendDate: DateRange,
  smartDriveDate: DateRange,
  /** Due date of the next follow-up. */
  nextDate: DateRange,
  /** 0 all, 1 dormant, 2 not. */
  suspendStatus: choice(2),
  /** 0 all, 1 by themselves, 2 invited, 3 not arrived, 4 arrived. */
  comeStatus: choice(4),
  /** 0 all, 1 yes, 2 no. */
  isSmartDrive: choice(2),
  /** 0 all, 1 yes, 2 no, 3 空: the region is unknown. */
  isRemote: choice(3),
  /** Part of the name or of the mobile number. */
  key: keyword,
  /** 0 all, 1 online, 2 offline. */
  fromType: choice(2),
  fromSources: Ids,
  otherSource: OptionalId,
  onlineSources: Ids,
  businessTypes: Ids,
  /** Region of purchase: the code of a province, a city or a district; 0 for any. */
  buyRegion: choice(999_999),
  /** 1: only deals without a district of purchase. */
  noBuyArea: choice(1),
  /** Intended series; any of them matches. */
  series: Ids,
  /** The first intended series, under which reports count the customer. */
  mainSeries: OptionalId,
  payType: choice(2),
  failReason: choice(999),
  resumeDuration: choice(999),
  /** 1: also deals whose customer bought again, where reports count them. */
  withSuperseded: choice(1),
  /** Restricts the list to these customers. */
  customerIds: idList(500).default([]),
  /** 0 created descending, 1 created ascending, 2 latest follow-up descending, 3 latest follow-up ascending. */
  orderType: choice(3),
  /** 1: only customers who are also on file at another store of the group. */
  isZk: choice(1),
  isExport: choice(1),
  /** 0 all, 1 is a WeCom contact, 2 is not. */
  wxCustomerStatus: choice(2),
})

export const CustomerRow = z.object({
  customerId: z.number(),
  dealId: z.number(),
  name: z.string(),
  /** Masked. */
  mobile: z.string(),
  gender: z.number(),
  ownerName: z.string(),
  level: z.string(),
  /** Names of the intended series, joined by 、. */
  specName: z.string(),
  /** Custom and system tags. */
  tag: z.string(),
  status: z.number(),
  isSuspend: z.boolean(),
  waitingFailReview: z.boolean(),
  /** The customer bought again: a deal of the past, which no action changes. */
  isSuperseded: z.boolean(),
  isErased: z.boolean(),
  /** Also on file at another store of the group. */
  isZk: z.boolean(),
  fromSource: z.number(),
  /** Epoch seconds; 0 for none. */
  createdDate: z.number(),
  updatedDate: z.number(),
  nextFollowDate: z.number(),
  /** Reason and date of a defeat; the reason's text with its second reason, if any. */
  failReason: z.string(),
  failDate: z.number(),
})
export type CustomerRow = z.infer<typeof CustomerRow>

export const CustomerListAnswer = z.object({
  data: z.array(CustomerRow),
  total: z.number(),
  /** With isExport: link to the workbook; `data` is empty. */
  filePath: z.string().optional(),
})
