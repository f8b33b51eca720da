import { createWords, wordKey } from '@showroom/contract/base/word.rules'
import type { Word } from '@showroom/contract/base/word.rules'
import { followLevels } from '@showroom/contract/customer/level.rules'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import type { Catalogue } from '../../platform/export/catalogue.ts'
import type { Scope } from '../../platform/session/session.ts'
import { hashOf } from '../../platform/xlsx/table.ts'
import { ownSource } from '../import/import.cells.ts'
import { wordKinds } from '../import/import.columns.ts'
import type { KnownWords, Names } from '../import/import.columns.ts'

/** The words of workbooks, with the meanings that members of the store gave them. */

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
