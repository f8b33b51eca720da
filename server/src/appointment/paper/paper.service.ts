import type { DrivePaper, PaperQuery } from '@showroom/contract/appointment/agreement.schema'
import type { z } from 'zod'
import { countReveal } from '../../base/index.ts'
import { clearLinkSeconds } from '../../platform/files/files.ts'
import type { FileStore } from '../../platform/files/files.ts'
import type { Context } from '../../platform/http/handler.ts'
import { Refusal } from '../../platform/refusal.ts'
import { readAgreement } from './agreement.service.ts'
import { handsAll } from '../drive/drive.service.ts'
import { findPaper } from './paper.repository.ts'
import type { PaperRow } from './paper.repository.ts'

/** Reads one test drive for print, for members who see the customer, and for those who hand over keys. */
export async function readPaper(
  context: Context,
  query: z.output<typeof PaperQuery>,
): Promise<{ data: DrivePaper }> {
  const { customerId: _customerId, isSeen, licence, signature, ...paper } = await getPaper(context, query)
  return {
    data: {
      ...paper,
      ...(paper.version === 0 && (await readAgreement(context))),
      hasLicence: licence !== '' && mayShow(isSeen, paper),
      hasSignature: signature !== '' && mayShow(isSeen, paper),
    },
  }
}

/** Returns links to licence and signature, which show clear numbers: counted and audited like a revealed number. */
export async function revealPictures(
  context: Context,
  files: FileStore,
  query: z.output<typeof PaperQuery>,
): Promise<{ licence: string; signature: string }> {
  const { customerId, isSeen, licence, signature, ...paper } = await getPaper(context, query)
  if (!mayShow(isSeen, paper) || (licence === '' && signature === '')) throw new Refusal('NOT_FOUND')
  await countReveal(context, `customer:${customerId}`, { dataType: 3 })
  const link = (key: string): string => key && files.link(key, context.now, '', clearLinkSeconds)
  return { licence: link(licence), signature: link(signature) }
}

async function getPaper(
  { db, session }: Context,
  { activityId }: z.output<typeof PaperQuery>,
): Promise<PaperRow> {
  const paper = await findPaper(db, session.scope, activityId)
  if (!paper || !(paper.isSeen || handsAll(session))) throw new Refusal('NOT_FOUND')
  return paper
}

/** Pictures follow the customer; members who hand over keys read them while the car is out. */
const mayShow = (isSeen: boolean, { backAt }: Pick<PaperRow, 'backAt'>): boolean => isSeen || backAt === 0
