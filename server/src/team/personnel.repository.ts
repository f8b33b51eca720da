import type { Database } from '../platform/db/client.ts'
import type { Personnel } from '../platform/personnel/personnel.ts'

/** Searches the personnel in the base data (table `personnel`). */
export const personnelDirectory = (db: Database): Personnel => ({
  async find({ name, mobile, identifyNo }) {
    const rows = await db
      .selectFrom('personnel')
      .select(['siebel_id', 'position'])
      .where('mobile', '=', mobile)
      .where('name', '=', name)
      .where('identify_no', '=', identifyNo)
      .orderBy('siebel_id')
      .execute()
    return {
      isAll: rows.length > 0,
      siebelIds: rows.map(({ siebel_id, position }) => `${siebel_id}/${position}`),
    }
  },
})
