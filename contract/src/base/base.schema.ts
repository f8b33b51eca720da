import { z } from 'zod'
import { MobileRange } from '../kernel/mobile.ts'
import { dealerId, Id, isOff, keyword, Option, OptionalId, text } from '../kernel/wire.ts'

/** Base data: dictionaries, vehicles, regions. */

/** Keys of the dictionaries in the base info response. Each one is a list of rows in the database. */
export const dictionaryKinds = [
  'dealerMemberRoles',
  'customerLevels',
  'customerFollowLevels',
  'businessTypes',
  'orderBusinessType',
  'customerFromSources',
  'importSources',
  'onlineSources',
  'portalSources',
  'budgets',
  'cities',
  'failCities',
  'orderStatusDics',
  'orderIdentifyTypeDics',
  'identifyTypes',
  'activityTypes',
  'activityNextFollowTypes',
  'contactTypes',
  'followEvents',
  'testResults',
  'comeDurations',
  'resumeDurations',
  'failReasons',
  'failSubReasons',
  'failPurchaseReasons',
  'clueInvalidReasons',
  'orderCancelReasons',
  'payTypes',
  'paymentTypes',
  'carLicenseTypes',
] as const
export type DictionaryKind = (typeof dictionaryKinds)[number]

export const BaseInfo = z.object(
  Object.fromEntries(dictionaryKinds.map((kind) => [kind, z.array(Option)])) as Record<
    DictionaryKind,
    z.ZodArray<typeof Option>
  >,
)
export type BaseInfo = z.infer<typeof BaseInfo>

/** A series of our brands, as the pickers of intended series show it. `specId` is the id of the series. */
export const SeriesOption = z.object({ specId: z.number(), name: z.string(), brandName: z.string(), isOff })
export type SeriesOption = z.infer<typeof SeriesOption>

export const CompetitionSeries = z.object({ id: z.number(), brandName: z.string(), seriesName: z.string() })
export type CompetitionSeries = z.infer<typeof CompetitionSeries>

/** Series with their models; `value` is the id, `code` the manufacturer's code. */
export const VehicleTreeNode = z.object({
  value: z.number(),
  label: z.string(),
  code: z.string(),
  brandName: z.string(),
  isOff,
  children: z.array(
    z.object({
      value: z.number(),
      label: z.string(),
      code: z.string(),
      /** Guide price in yuan. */
      price: z.number(),
      isOff,
      children: z.array(z.object({ value: z.number(), label: z.string(), code: z.string(), isOff })),
    }),
  ),
})
export type VehicleTreeNode = z.infer<typeof VehicleTreeNode>

/** `colors` is a comma-separated list. */
export const Spec = z.object({
  id: z.number(),
  seriesId: z.number(),
  seriesName: z.string(),
  specName: z.string(),
  colors: z.string(),
})

export const VehicleColor = z.object({
  color: z.string(),
  productCode: z.string(),
  productId: z.number(),
  skuId: z.number(),
  configurationName: z.string(),
})

/** Requests the interiors of a model in a colour; wheels are part of the configuration. */
export const GetCarModelDetail = z.object({
  dealerId,
  modelId: Id,
  carExternalColor: text(50),
  carWheelBoss: text(50),
  carWheel: text(50),
  carInternalColor: text(50),
})
/** Comma-separated list. */
export const CarModelDetail = z.object({ carInternalColor: z.string() })

export const GetSpec = z.object({ dealerId, id: Id })
export const VehicleColors = z.object({ dealerId, modelId: Id })
export const CompetitionSeriesSearch = z.object({ dealerId, key: keyword })

/** Without a province: all provinces. With a province: its cities. With province and city: its districts. */
export const OrderRegion = z.object({ dealerId, province: text(50), city: text(50) })
export const OrderRegionAnswer = z.object({
  data: z.array(z.object({ code: z.string(), name: z.string(), isLeaf: z.boolean() })),
  /** The dealer's own region. */
  province: z.string(),
  city: z.string(),
  county: z.string(),
})

export const MobileRegion = z.object({ dealerId, range: MobileRange })
/** Empty when the place is unknown. */
export const MobileRegionAnswer = z.object({ province: z.string(), city: z.string() })

const District = z.object({ name: z.string() })
const CityNode = District.extend({ children: z.array(District).optional() })
/** A province with its cities and their districts. */
export const RegionNode = District.extend({ children: z.array(CityNode).optional() })
export type RegionNode = z.infer<typeof RegionNode>

/** Dealers of a city, for "bought at another store of the same city". If empty, the dealer's own city. */
export const CityDealers = z.object({ dealerId, province: text(50), city: text(50) })
export const CityDealersAnswer = z.object({
  data: z.array(z.object({ dealerId: z.number(), name: z.string() })),
})

/**
 * Reveals clear numbers. `dataType` 1: the customer's mobile and second number; 2: the customer's identity number and address. Every use is
 * audited and counted.
 */
export const GetUserInfo = z.object({
  dealerId,
  dataType: z.number().int().min(1).max(2).default(1),
  /** Id of a customer or a lead. */
  userId: Id,
  /** Id of the lead if `userId` does not hold it. */
  clueId: OptionalId,
  /** 1 customer, 2 lead. */
  userType: z.number().int().default(1),
})
export const GetUserInfoAnswer = z.object({
  /** Same number as `data.phone`; the wire format has both. */
  phone: z.string(),
  data: z.object({ phone: z.string() }),
  secondaryPhone: z.string(),
  idNo: z.string(),
  address: z.string(),
})

/** Requests the fields of a signed form that posts one file directly to the object storage. */
export const UploadParams = z.object({
  dealerId,
  /** Name of the file to send; decides its type and key. */
  key: text(200),
  isAudio: z.union([z.boolean(), z.number()]).optional(),
})
export const UploadParamsAnswer = z.object({
  policy: z.string(),
  signature: z.string(),
  host: z.string(),
  accessKeyId: z.string(),
  /** Object key to post to, and to register afterwards. */
  key: z.string(),
  maxBytes: z.number(),
  /** All form fields under the names the object storage expects; append the file last. */
  fields: z.record(z.string(), z.string()),
})

export const RefreshUrl = z.object({ dealerId, urlList: z.array(z.string().max(500)).max(50) })
export const RefreshUrlAnswer = z.object({ data: z.object({ urlList: z.array(z.string()) }) })

export const Undo = z.object({ dealerId, undoId: Id })
/** Number of undone records, and of those that were changed since and stay as they are. */
export const Undone = z.object({ undoneTotal: z.number(), keptTotal: z.number() })
export type Undone = z.infer<typeof Undone>
