import { z } from 'zod'
import { dealerId, Id, requiredLines } from '../kernel/wire.ts'

/** The store's test-drive agreement (试驾协议), and the paper of one test drive. */

export const agreementMax = 1000

/** The text that a store has at first, as version 1. */
export const usualAgreement = [
  '1. 本人持有有效的机动车驾驶证，准驾车型与试驾车相符，未处于饮酒、服药、疲劳等不宜驾驶的状态。',
  '2. 试驾中本人系好安全带，遵守道路交通安全法规，按约定的路线和时间行驶，听从陪同人员的安排，不将车辆交给他人驾驶。',
  '3. 因本人违反交通法规或操作不当造成的违章、事故和车辆损坏，由本人依法承担责任，并配合门店处理。',
  '4. 门店为核验驾驶资格和处理试驾事务保存本人的驾驶证照片和签名，驾驶证照片到期自动删除；本人可以要求门店提前删除。',
].join('\n')

/** The version in force, which the next customer signs. */
export const Agreement = z.object({ version: z.number(), content: z.string() })
export type Agreement = z.infer<typeof Agreement>

export const SaveAgreement = z.object({ dealerId, content: requiredLines('请输入试驾协议', agreementMax) })
export type SaveAgreement = z.output<typeof SaveAgreement>

export const PaperQuery = z.object({
  dealerId,
  /** The planned test drive, under way or done. */
  activityId: Id,
})

/** One test drive on paper: with the version that was signed, before that with the version in force. */
export const DrivePaper = z.object({
  activityId: z.number(),
  /** Surname and 先生 or 女士 for customers whom the member does not see. */
  name: z.string(),
  ownerName: z.string(),
  seriesName: z.string(),
  plate: z.string(),
  /** When it is planned; the start of the day without an hour. Epoch seconds. */
  startsAt: z.number(),
  /** 0 without an hour. */
  minutes: z.number(),
  /** How it was signed, by `agreementKind`; 0 until the keys are handed over. */
  agreement: z.number(),
  outAt: z.number(),
  outKm: z.number(),
  /** 0 until the car is back. */
  backAt: z.number(),
  backKm: z.number(),
  ...Agreement.shape,
  /** Pictures that the member may reveal; none once the licence's days are over. */
  hasLicence: z.boolean(),
  hasSignature: z.boolean(),
})
export type DrivePaper = z.infer<typeof DrivePaper>

/** Links to the pictures of a test drive, valid for five minutes; '' without one. */
export const PicturesAnswer = z.object({ licence: z.string(), signature: z.string() })
export const PaperAnswer = z.object({ data: DrivePaper })
