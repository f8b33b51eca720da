import { z } from 'zod'
import { dealerId, Id, isOff, Option, OptionalId, text } from '../kernel/wire.ts'

/** Base data: dictionaries, vehicles, regions. */

/** Keys of the dictionaries that base info delivers. Each is a list of rows in the database. */
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

/** A series of our brands, as the pickers of intended series show it. `specId` is the series' id. */
export const SeriesOption = z.object({ specId: z.number(), name: z.string(), brandName: z.string(), isOff })
export type SeriesOption = z.infer<typeof SeriesOption>

export const CompetitionSeries = z.object({ id: z.number(), brandName: z.string(), seriesName: z.string() })
export type CompetitionSeries = z.infer<typeof CompetitionSeries>

/** Series with their models; `value` is the id, `code` the maker's code. */
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

/** `colors` is a comma list. */
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

/** Which interiors a model has in a colour; wheels are part of the configuration. */
export const GetCarModelDetail = z.object({
  dealerId,
  modelId: Id,
  carExternalColor: text(50),
  carWheelBoss: text(50),
  carWheel: text(50),
  carInternalColor: text(50),
})
/** A comma list. */
export const CarModelDetail = z.object({ carInternalColor: z.string() })

export const GetSpec = z.object({ dealerId, id: Id })
export const VehicleColors = z.object({ dealerId, modelId: Id })
export const CompetitionSeriesSearch = z.object({ dealerId, key: text(50) })

/** Empty province: all provinces; a province: its cities; province and city: its districts. */
export const OrderRegion = z.object({ dealerId, province: text(50), city: text(50) })
export const OrderRegionAnswer = z.object({
  data: z.array(z.object({ code: z.string(), name: z.string(), isLeaf: z.boolean() })),
  /** The dealer's own region. */
  province: z.string(),
  city: z.string(),
  county: z.string(),
})

/** Dealers of a city, for "bought at another store of the same city". Empty: the dealer's own city. */
export const CityDealers = z.object({ dealerId, province: text(50), city: text(50) })
export const CityDealersAnswer = z.object({
  data: z.array(z.object({ dealerId: z.number(), name: z.string() })),
})

/**
 * The reveal call. `dataType` 1 customer (mobile and second number), 2 the customer's identity number and address.
 * Each use is audited and counted.
 */
export const GetUserInfo = z.object({
  dealerId,
  dataType: z.number().int().min(1).max(2).default(1),
  /** A customer, or a lead. */
  userId: Id,
  /** The lead, where it is not named by `userId`. */
  clueId: OptionalId,
  /** 1 customer, 2 lead. */
  userType: z.number().int().default(1),
})
export const GetUserInfoAnswer = z.object({
  /** The same number under both names that the wire has for it. */
  phone: z.string(),
  data: z.object({ phone: z.string() }),
  secondaryPhone: z.string(),
  idNo: z.string(),
  address: z.string(),
})

/** Fields for a signed direct form post of one file. */
export const UploadParams = z.object({
  dealerId,
  /** File name the browser will send; decides type and key. */
  key: text(200),
  isAudio: z.union([z.boolean(), z.number()]).optional(),
})
export const UploadParamsAnswer = z.object({
  policy: z.string(),
  signature: z.string(),
  host: z.string(),
  accessKeyId: z.string(),
  /** Object key to post and to register afterwards. */
  key: z.string(),
  maxBytes: z.number(),
  /** All fields of the form in the names that the store wants; append the file after them. */
  fields: z.record(z.string(), z.string()),
})

export const RefreshUrl = z.object({ dealerId, urlList: z.array(z.string().max(500)).max(50) })
export const RefreshUrlAnswer = z.object({ data: z.object({ urlList: z.array(z.string()) }) })

export const Undo = z.object({ dealerId, undoId: Id })
/** What was taken back, and what had changed since and so stays as it is. */
export const Undone = z.object({ undoneTotal: z.number(), keptTotal: z.number() })
export type Undone = z.infer<typeof Undone>
