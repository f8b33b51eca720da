import pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../database/database.ts'
import { keepContent } from './restore.ts'

it('restores inserted, changed and deleted rows', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const content = async () => {
      const { rows } = await client.query<object>(
        `select (select json_agg(k order by id) from sku k) as cars, (select json_agg(d order by kind, value) from dictionary d) as words,
                (select count(*) from dealer) as dealers, (select count(*) from customer) as customers`,
      )
      return rows
    }
    const restore = await keepContent(client)
    const before = await content()
    for (let times = 0; times < 2; times++) {
      await client.query(`
        with made as (
          insert into dealer (code, name, province, city, area) values ('R1', '门店', '浙江省', '杭州市', '西湖区') returning id
        )
        insert into customer (dealer_id, name, mobile, created_at, created_by)
        select id, '客户', '13700000001', now(), 1 from made;
        update dictionary set display = '别的';
        delete from sku`)
      expect(await content()).not.toEqual(before)
      await restore()
      expect(await content()).toEqual(before)
    }
  } finally {
    await client.end()
    await database.drop()
  }
})
