import type { DrivePaper, PaperQuery } from '@showroom/contract/appointment/agreement.schema'
import type { z } from 'zod'
import type { FileStore } from '../../platform/files/files.ts'
import type { Context } from '../../platform/http/handler.ts'
import { Refusal } from '../../platform/refusal.ts'
import { readAgreement } from './agreement.service.ts'
import { handsAll } from '../drive/drive.service.ts'
import { findPaper } from './paper.repository.ts'

/**
 * Reads one test drive for print, for members who see the customer, and for those who hand over keys. Pictures follow the customer; the
 * latter read them while the car is out.
 */
export async function readPaper(
  context: Context,
  files: FileStore,
  { activityId }: z.output<typeof PaperQuery>,
): Promise<{ data: DrivePaper }> {
  const { db, session, now } = context
  const record = await findPaper(db, session.scope, activityId)
  if (!record || !(record.isSeen || handsAll(session))) throw new Refusal('NOT_FOUND')
  const { isSeen, ...paper } = record
  const link = (key: string): string =>
    key !== '' && (isSeen || paper.backAt === 0) ? files.link(key, now) : ''
  return {
    data: {
      ...paper,
      ...(paper.version === 0 && (await readAgreement(context))),
      licence: link(paper.licence),
      signature: link(paper.signature),
    },
  }
}
