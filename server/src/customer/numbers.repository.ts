import { sql } from 'kysely'
import { several } from './numbers.ts'

/** SQL counterpart of `maskNumbers`, for customer `c`. */
export const maskedSecondPhone = sql`case
  when c.second_phone ~ ${sql.lit(several.source)}
  then (select string_agg(mask_mobile(n.phone), ' ') from unnest(string_to_array(c.second_phone, ' ')) as n (phone))
  else mask_mobile(c.second_phone) end`
