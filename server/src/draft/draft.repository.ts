import type { Draft, DraftContent } from '@showroom/contract/draft/draft.schema'
import { type DraftForm, draftFormsOf, draftsOffered, draftsOfMember } from '@showroom/contract/kernel/drafts'
import { sql } from 'kysely'
import type { Executor } from '../platform/db/client.ts'
import { target } from '../platform/db/target.ts'
import type { Scope } from '../platform/session/session.ts'

/** One save of a draft, numbered by its window. */
export interface Which {
  readonly draftId: string
  readonly revision: number
}

interface Place {
  readonly form: DraftForm
  readonly recordId: number
}

/** Lists the member's drafts of a form and record, newest first, omitting those last saved before `since`. */
export async function listDrafts(
  db: Executor,
  { dealerId, memberId }: Scope,
  { form, recordId }: Place,
  since: Date,
): Promise<Draft[]> {
  const { rows } = await sql<Draft>`
    select id as "draftId", revision, version, content, epoch(updated_at) as "updatedAt" from draft
    where dealer_id = ${dealerId} and member_id = ${memberId} and form = ${form} and record_id = ${recordId}
      and updated_at > ${since}
    order by updated_at desc limit ${draftsOffered}`.execute(db)
  return rows
}

/** Saves a draft of the member. An older revision is ignored, and unchanged content keeps its time. */
export async function upsertDraft(
  db: Executor,
  { dealerId, memberId }: Scope,
  draft: Which & Place & { readonly version: string; readonly content: DraftContent },
  now: Date,
): Promise<void> {
  await sql`
    insert into ${target('draft')} (dealer_id, member_id, id, form, record_id, version, revision, content, updated_at)
    values (${dealerId}, ${memberId}, ${draft.draftId}, ${draft.form}, ${draft.recordId}, ${draft.version}, ${draft.revision},
            ${JSON.stringify(draft.content)}::jsonb, ${now})
    on conflict (dealer_id, member_id, id) do update
      set version = excluded.version, revision = excluded.revision, content = excluded.content,
          updated_at = case when draft.content = excluded.content then draft.updated_at else excluded.updated_at end
      where draft.revision < excluded.revision and draft.form = excluded.form and draft.record_id = excluded.record_id`.execute(
    db,
  )
}

/** Deletes the member's oldest drafts beyond the limit. */
export async function trimDrafts(db: Executor, { dealerId, memberId }: Scope): Promise<void> {
  await sql`
    delete from ${target('draft')} where dealer_id = ${dealerId} and member_id = ${memberId} and id in (
      select id from draft where dealer_id = ${dealerId} and member_id = ${memberId}
      order by updated_at desc, id offset ${draftsOfMember})`.execute(db)
}

/** Deletes a draft of the member unless it was saved again since. */
export async function deleteDraft(
  db: Executor,
  { dealerId, memberId }: Scope,
  { draftId, revision }: Which,
): Promise<void> {
  await db
    .deleteFrom('draft')
    .where('dealer_id', '=', dealerId)
    .where('member_id', '=', memberId)
    .where('id', '=', draftId)
    .where('revision', '<=', revision)
    .execute()
}

/** Deletes all members' drafts on customers. */
export async function deleteDraftsOfCustomers(
  db: Executor,
  { dealerId }: Scope,
  customerIds: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('draft')
    .where('dealer_id', '=', dealerId)
    .where('record_id', '=', sql<number>`any(${[...customerIds]}::bigint[])`)
    .where('record_id', '>', 0)
    .where('form', 'in', draftFormsOf('customer'))
    .execute()
}

export async function deleteDraftsOfMember(
  db: Executor,
  { dealerId }: Scope,
  memberId: number,
): Promise<void> {
  await db.deleteFrom('draft').where('dealer_id', '=', dealerId).where('member_id', '=', memberId).execute()
}
