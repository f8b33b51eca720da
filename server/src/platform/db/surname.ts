import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

/** SQL of a person's surname, from a column with the whole name. */
export const surnameOf = (column: string): RawBuilder<string> => {
  const name = sql.ref(column)
  return sql`left(${name}, case when ${name} ~ '^(欧阳|司徒|上官|诸葛|司马|东方|皇甫|尉迟|公孙|慕容|令狐|长孙|宇文|夏侯|端木)' then 2 else 1 end)`
}

/** SQL of the name of customer `c`, masked: whole to a member for whom the condition holds, otherwise the surname with 先生 or 女士. */
export const nameFor = (seesName: RawBuilder<unknown>): RawBuilder<string> => sql`
  mask_text(case when ${seesName} then c.name
    else ${surnameOf('c.name')} || case c.gender when 2 then '女士' else '先生' end end)`
