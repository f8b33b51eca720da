import { usualAgreement } from '@showroom/contract/appointment/agreement.schema'
import type { Agreement, SaveAgreement } from '@showroom/contract/appointment/agreement.schema'
import { maskText, unlessShown } from '@showroom/contract/kernel/mask'
import { audit } from '../../platform/auditing/audit.ts'
import type { Context } from '../../platform/http/handler.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { findNewest, insertVersion } from './agreement.repository.ts'
import { insertPaper } from './paper.repository.ts'
import type { NewPaper } from './paper.repository.ts'

/** The store's test-drive agreement: a change is a new version, so that what was signed stays. */

const usual: Agreement = { version: 1, content: usualAgreement }

/** Returns the version in force. */
export const currentAgreement = async ({
  db,
  session,
}: Pick<Context, 'db' | 'session'>): Promise<Agreement> => (await findNewest(db, session.scope)) ?? usual

export async function readAgreement(context: Context): Promise<Agreement> {
  const { version, content } = await currentAgreement(context)
  return { version, content: maskText(content) }
}

export async function saveAgreement(context: Context, form: SaveAgreement) {
  const { db, session, now } = context
  const before = await currentAgreement(context)
  const content = unlessShown(form.content, before.content)
  if (/\d\*{4,}\d/.test(content)) throw refuseField('INVALID', 'content', '隐藏的号码请填写完整')
  if (content === before.content) return {}
  const version = before.version + 1
  await insertVersion(db, session.scope, before, now)
  if (!(await insertVersion(db, session.scope, { version, content }, now))) throw new Refusal('STALE')
  await audit(context, 'setting', 'drive-agreement', { old: before.version, new: version })
  return {}
}

/** Keeps the papers of a handover, and from now on the version that was signed, which must be the one in force. */
export async function keepPaper(
  context: Context,
  { version, ...of }: Pick<NewPaper, 'customerId' | 'activityId' | 'version'>,
  { licence = '', signature = '' }: { readonly licence?: string; readonly signature?: string },
): Promise<void> {
  const { db, session, now } = context
  const current = await currentAgreement(context)
  if (version !== current.version)
    throw refuseField('STALE', 'agreement', '试驾协议已更新，请客户重新阅读后签署')
  await insertVersion(db, session.scope, current, now)
  await insertPaper(db, session.scope, { ...of, version, licence, signature, now })
}
