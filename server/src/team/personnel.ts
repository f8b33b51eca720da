import type { Database } from '../platform/db/client.ts'

/** Who asks to become a member, as typed: name, mobile and identity number, without blanks. */
export interface Person {
  readonly name: string
  readonly mobile: string
  readonly identifyNo: string
}

export interface PersonnelAnswer {
  /** The person is known with all that was given. */
  readonly isAll: boolean
  /** Accounts with their positions, 'account/position'; none where the person is not known whole, so that nothing can be tried out. */
  readonly siebelIds: readonly string[]
}

/** The maker's personnel system. A way to ask it is a driver of this shape, chosen by configuration. */
export interface Personnel {
  /** Never throws: a system out of reach knows nobody, and the fields stay to be typed. */
  find(person: Person): Promise<PersonnelAnswer>
}

export const unknownPerson: PersonnelAnswer = { isAll: false, siebelIds: [] }

/** Reads the personnel that was handed over as base data (table `personnel`). */
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

/** Where there is no personnel system: every field is typed. */
export const noPersonnel: Personnel = { find: () => Promise.resolve(unknownPerson) }
