import { importState } from '@showroom/contract/transfer/transfer.schema'
import type { HeadingPlace } from '@showroom/contract/transfer/transfer.schema'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import { announceWork } from '../../platform/queues/queue.repository.ts'
import type { Scope } from '../../platform/session/session.ts'
import { wordKinds } from '../import/import.columns.ts'
import type { KnownWords, Names, Whole } from '../import/import.columns.ts'
import { ownImport } from '../import/import.repository.ts'
import { createWords, wordKey } from '@showroom/contract/base/word.rules'
import type { Word } from '@showroom/contract/base/word.rules'
import { followLevels } from '@showroom/contract/customer/level.rules'
import type { Catalogue } from '../../platform/export/catalogue.ts'
import { hashOf } from '../../platform/xlsx/table.ts'
import { ownSource } from '../import/import.cells.ts'

/** How members of a store matched columns to fields, by the set of headings, and words to their meanings. */

export interface KeptMatch {
  /** Id of the set of headings. */
  readonly headings: string
  /** Fields by the ids of headings. */
  readonly fields: Readonly<Record<string, string>>
  /** Values for all rows, by field. */
  readonly whole: Whole
}

/** Returns the latest match for one of these sets of headings. */
export async function findMatch(
  db: Executor,
  { dealerId }: Pick<Scope, 'dealerId'>,
  headings: readonly string[],
): Promise<KeptMatch | undefined> {
  if (headings.length === 0) return undefined
  const row = await db
    .selectFrom('import_match')
    .select(['headings', 'fields', 'whole'])
    .where('dealer_id', '=', dealerId)
    .where('headings', 'in', [...headings])
    .orderBy('changed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row as KeptMatch | undefined
}

/** Keeps a match; the latest one for its headings holds. */
export async function keepMatch(
  db: Executor,
  scope: Scope,
  { headings, fields, whole }: KeptMatch,
  now: Date,
): Promise<void> {
  const row = {
    fields: JSON.stringify(fields),
    whole: JSON.stringify(whole),
    member_id: scope.memberId,
    changed_at: now,
  }
  await db
    .insertInto('import_match')
    .values({ dealer_id: scope.dealerId, headings, ...row })
    .onConflict((conflict) => conflict.columns(['dealer_id', 'headings']).doUpdateSet(row))
    .execute()
}

const waiting = [importState.checked, importState.matching]

/** Ends an import that waits for its member. Returns false if it does not. */
export async function endWaiting(db: Executor, scope: Scope, importId: number, now: Date): Promise<boolean> {
  const row = await ownImport(db, scope, importId, waiting)
    .set({ state: importState.refused, finished_at: now })
    .executeTakeFirst()
  return row !== undefined
}

/** Queues an import that is checked or waits for its member for another check, without what it read before. A check under way ends. */
export async function readAgain(
  db: Executor,
  { dealerId }: Scope,
  fileKey: string,
  now: Date,
): Promise<void> {
  const row = await db
    .updateTable('customer_import')
    .set({
      state: importState.checking,
      row_total: 0,
      done_total: 0,
      success_total: 0,
      update_total: 0,
      sheet_table: sql`jsonb_strip_nulls(jsonb_build_object('picked', sheet_table -> 'picked', 'whole', sheet_table -> 'whole'))`,
      follow_table: null,
      lease_holder: '',
      lease_until: null,
    })
    .where('dealer_id', '=', dealerId)
    .where('file_key', '=', fileKey)
    .where('state', 'in', [importState.checking, ...waiting])
    .returning('id')
    .executeTakeFirst()
  if (row) await announceWork(db, 'imports', [dealerId], now)
}

export interface Rechecked {
  readonly importId: number
  readonly way: number
  /** As before, if missing. */
  readonly picked?: HeadingPlace | undefined
  readonly whole?: Whole | undefined
}

/** Queues an import for another check. Returns false if it does not wait for the member. */
export async function startChecking(
  db: Executor,
  scope: Scope,
  { importId, way, ...given }: Rechecked,
  now: Date,
): Promise<boolean> {
  const row = await ownImport(db, scope, importId, waiting)
    .set({
      state: importState.checking,
      way,
      row_total: 0,
      done_total: 0,
      success_total: 0,
      update_total: 0,
      sheet_table: sql`sheet_table || ${JSON.stringify(given)}::jsonb`,
    })
    .executeTakeFirst()
  if (row) await announceWork(db, 'imports', [scope.dealerId], now)
  return row !== undefined
}

/** Words that no table holds. */
const fixedWords: Readonly<Record<string, readonly Word[]>> = {
  genders: [
    ...['男', '男士', '先生', '男性', 'M', 'male'].map((name) => ({ name, code: 1 })),
    ...['女', '女士', '女性', '小姐', '太太', 'F', 'female'].map((name) => ({ name, code: 2 })),
  ],
  types: [
    ...['个人', '个人客户', '私人'].map((name) => ({ name, code: 1 })),
    ...['企业', '公司', '单位', '企业客户'].map((name) => ({ name, code: 2 })),
  ],
  levels: followLevels.map((name, at) => ({ name, code: at + 1 })),
}

/**
 * Reads the words allowed in a sheet with their codes and ids: base data, the dealer's own sources and members, and what the store's
 * members matched before. A source of the store's own counts as a source too.
 */
export async function readNames(
  db: Executor,
  scope: Scope,
  { findRegion }: Pick<Catalogue, 'findRegion'>,
): Promise<Names> {
  const { rows } = await sql<Word & { kind: string }>`
    select case kind when 'importSources' then 'sources' when 'activityNextFollowTypes' then 'nextTypes' else kind end as kind,
           display as name, value::int as code from dictionary
    where kind in ('importSources', 'businessTypes', 'budgets', 'activityNextFollowTypes', 'identifyTypes') and value ~ '^\\d{1,9}$'
    union all select 'series', name, id from series
    union all select 'competitors', series_name, id from competitor_series
    union all select 'competitors', brand_name || ' ' || series_name, id from competitor_series
    union all
    select s.kind, mask_text(c.name), c.id + s.own from custom_source c
    cross join (values ('customSources', 0), ('sources', ${ownSource}::int)) as s (kind, own)
    where c.dealer_id = ${scope.dealerId} and c.deleted_at is null and (
      s.own = 0 or not exists (select from dictionary d where d.kind = 'importSources' and d.display = c.name))
    union all
    select 'members', n.name, m.id from member m join account a on a.id = m.account_id
    cross join lateral (values (m.name), (a.mobile)) as n (name)
    where m.dealer_id = ${scope.dealerId} and m.status = 0 and m.left_at is null and m.role in (1, 3, 4, 5)
    union all select 'matched ' || kind, word, code from import_word where dealer_id = ${scope.dealerId}`.execute(
    db,
  )
  const of = (kind: string): Word[] => rows.filter((row) => row.kind === kind)
  const named = (kind: string): Word[] => [...(fixedWords[kind] ?? []), ...of(kind)]
  const matched = (kind: string) => new Map(of(`matched ${kind}`).map(({ name, code }) => [name, code]))
  const words = wordKinds.map((kind) => [kind, knownWords(named(kind), matched(kind))] as const)
  return { ...(Object.fromEntries(words) as Record<(typeof wordKinds)[number], KnownWords>), findRegion }
}

/** Words with those that members matched, by their hashes. */
function knownWords(list: readonly Word[], matched: ReadonlyMap<string, number>): KnownWords {
  const words = createWords(list)
  const codes = new Set(list.map(({ code }) => code))
  const matchOf = (text: string): number | undefined =>
    matched.size > 0 ? matched.get(hashOf(wordKey(text))) : undefined
  const codeOf: KnownWords['code'] = (text) => {
    const code = words.code(text)
    if (typeof code === 'number') return code
    const match = matchOf(text)
    return codes.has(match ?? 0) ? match : match === 0 ? undefined : code
  }
  return { ...words, code: codeOf, isOpen: (text) => typeof codeOf(text) !== 'number' && matchOf(text) !== 0 }
}

export interface MatchedWord {
  readonly kind: string
  /** Hash of the word. */
  readonly id: string
  /** 0: the word is left out. */
  readonly code: number
}

/** Keeps the meanings of words for the store; the latest one holds. */
export async function keepWords(
  db: Executor,
  scope: Scope,
  words: readonly MatchedWord[],
  now: Date,
): Promise<void> {
  if (words.length === 0) return
  await db
    .insertInto('import_word')
    .values(
      words.map(({ kind, id, code }) => ({
        dealer_id: scope.dealerId,
        kind,
        word: id,
        code,
        member_id: scope.memberId,
        changed_at: now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['dealer_id', 'kind', 'word']).doUpdateSet((eb) => ({
        code: eb.ref('excluded.code'),
        member_id: eb.ref('excluded.member_id'),
        changed_at: eb.ref('excluded.changed_at'),
      })),
    )
    .execute()
}
