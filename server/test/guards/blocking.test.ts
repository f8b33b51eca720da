import { describe, expect, it } from 'vitest'
import { readMigrations } from '../../src/platform/db/migrate.ts'
import { blockingOf } from './blocking.ts'

/** Release 0.1.0 has run the files up to this one. */
const lastReleased = '0054_reception'

/**
 * Files that databases have run before this rule, or before its part on copies, and what they stop with a million customers. They make up
 * the upgrade from 0.1.0. No file is added here.
 */
const before: Readonly<Record<string, string>> = {
  '0056_store_work': 'writes to deals and leads for 1 s',
  '0057_leave_moves':
    'nothing: the function that goes served a trigger only, and the release before runs without both',
  '0058_merged_into': 'writes to customers for 1 s',
  '0059_linked_files': 'writes to the timeline for 4 s',
  '0060_one_cleaning': 'writes to customers, leads and orders, and keyword searches, for 60 s',
  '0061_lenient_intake': 'writes to the customers and leads of renamed regions for 3 s',
  '0064_import_way': 'writes to imports for less than 1 s',
  '0067_clean_texts': 'writes to the rows with hidden characters for 15 s',
  '0070_lead_deal': 'writes to leads and past deals for 20 s, and reads of deals for 5 s of these',
  '0071_last_contact': 'writes to deals for 15 s',
  '0075_arrivals': 'writes to visits for 3 s',
  '0080_order_facts': 'writes to the orders it corrects for 2 s',
  '0146_drive_papers': 'nothing: it copies test drives into tables of its own',
}

describe('a migration', () => {
  it('stops no server of the release before', async () => {
    const files = Object.entries(await readMigrations()).filter(([name]) => name > lastReleased)
    const findings = files.flatMap(([name, text]) => {
      const all = blockingOf(text)
      return all.length > 0 ? [[name, all] as const] : []
    })
    expect(Object.fromEntries(findings.filter(([name]) => !(name in before)))).toEqual({})
    expect(Object.keys(before)).toEqual(findings.map(([name]) => name))
  })

  it.each([
    ['alter table lead alter column name type varchar(9)', 'lead: rewrites the table for a type'],
    [
      'alter table lead add a int default random()',
      'lead: rewrites the table for a default that differs by row',
    ],
    [
      'alter table lead add a bigint generated always as identity',
      'lead: rewrites the table for a generated column',
    ],
    ['alter table lead add a int not null', 'lead: adds a column that the release before does not fill'],
    ['alter table dealer add a int not null', 'dealer: adds a column that the release before does not fill'],
    ['alter table lead add a int unique', 'lead: builds an index under a lock'],
    ['alter table lead add a int check (a > 0)', 'lead: reads the table under a lock for a constraint'],
    ['alter table lead alter column name set not null', 'lead: reads the table under a lock for not null'],
    [
      'alter table lead add constraint c check (id > 0)',
      'lead: reads the table under a lock for a constraint',
    ],
    ['alter table lead add primary key (id)', 'lead: builds an index under a lock'],
    ['alter table lead drop remark', 'lead: removes a column (remark)'],
    ['alter table lead drop constraint lead_pkey', 'lead: removes a constraint (lead_pkey)'],
    ['alter table dealer rename name to called', 'dealer: renames'],
    ['create index i on lead (id)', 'lead: builds an index under a lock'],
    ['reindex index lead_search', 'lead_search: builds an index under a lock'],
    ['drop index lead_counted', 'drops an index under a lock (lead_counted)'],
    ['drop table lead', 'removes a table (lead)'],
    ['drop function fold_text(text)', 'removes a function (fold_text)'],
    ['drop trigger lead_joined on lead', 'removes a trigger (lead_joined)'],
    ['update lead set name = 1', 'lead: changes rows in one statement'],
    ['with a as (select 1) delete from lead', 'lead: changes rows in one statement'],
    ["do $$ begin execute 'update lead set id = 1'; end $$", 'a block changes rows or tables'],
    ['truncate lead', 'locks a table (TruncateStmt)'],
    ['insert into extra select id from lead', 'lead: is copied in one statement'],
    [
      'create table extra (id bigint); insert into extra select id from lead',
      'lead: is copied in one statement',
    ],
    [
      'with a as (select id from lead) insert into extra select id from a',
      'lead: is copied in one statement',
    ],
    ['insert into extra values ((select max(id) from lead))', 'lead: is copied in one statement'],
    ['create table extra as select * from lead', 'lead: is copied in one statement'],
  ])('that would is found: %s', (text, what) => {
    expect(blockingOf(text)).toEqual([what])
  })

  it.each([
    "alter table lead add a text not null default '', add b timestamptz default now(), add c int, add d int[] default '{}'::int[]",
    'alter table lead add constraint c check (id > 0) not valid',
    'alter table lead validate constraint c',
    'alter table lead add constraint c unique using index i',
    'alter table lead alter column name drop not null, alter column name set default 1',
    'create index concurrently i on lead (id)',
    'reindex index concurrently lead_search',
    'drop index concurrently lead_counted',
    'create index i on dealer (id); update dealer set name = 1; alter table dealer alter column name set not null',
    'create table fresh (id int); create index i on fresh (id); update fresh set id = 1; drop table fresh',
    'create function f() returns int language sql return 1; drop function f()',
    'create trigger t before insert on lead for each row execute function f()',
    'insert into visit_past select id from dealer',
    '-- least release: 1.1.0\nalter table lead drop remark, drop constraint c; drop table draft; drop trigger t on lead',
  ])('that does not passes: %s', (text) => {
    expect(blockingOf(text)).toEqual([])
  })
})
