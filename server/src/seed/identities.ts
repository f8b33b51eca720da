import type { Client } from 'pg'

/** Sets all id sequences to continue after the inserted ids. */
export async function setIdentities(client: Client): Promise<void> {
  await client.query(`do $$
    declare
      counted record;
      last bigint;
    begin
      for counted in
        select table_name, column_name from information_schema.columns where table_schema = 'public' and is_identity = 'YES'
      loop
        execute format('select max(%I) from %I', counted.column_name, counted.table_name) into last;
        if last is not null then
          perform setval(pg_get_serial_sequence(quote_ident(counted.table_name), counted.column_name), last);
        end if;
      end loop;
    end $$`)
}
