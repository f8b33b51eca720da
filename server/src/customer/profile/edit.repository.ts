import { codeKey, codesIn } from '@showroom/contract/base/codes'
import { EditableCustomer } from '@showroom/contract/customer/edit.schema'
import type { EditableValues } from '@showroom/contract/customer/edit.schema'
import { sql } from 'kysely'
import type { Executor } from '../../platform/db/client.ts'
import type { Scope } from '../../platform/session/session.ts'
import { editableJson } from './profile.repository.ts'

/** A file as its form shows it, with the clear numbers behind the masks. */
export interface EditableFile {
  readonly values: EditableValues
  readonly clear: {
    readonly mobile: string
    readonly secondPhone: string
    readonly weixin: string
    readonly idNo: string
    readonly address: string
    /** Free texts, which may contain numbers too. */
    readonly name: string
    readonly companyName: string
    readonly tags: string
    readonly province: string
    readonly city: string
    readonly area: string
    readonly qq: string
  }
}

/** Returns the form values of a customer that the action has locked. */
export async function getEditable(db: Executor, scope: Scope, customerId: number): Promise<EditableFile> {
  const { rows } = await sql<EditableFile>`
    select ${editableJson} as values, json_build_object(
      'mobile', c.mobile, 'secondPhone', c.second_phone, 'weixin', c.weixin, 'idNo', c.identify_no, 'address', c.address,
      'name', c.name, 'companyName', c.company_name, 'tags', c.tags, 'province', c.province, 'city', c.city, 'area', c.area,
      'qq', c.qq) as clear
    from customer c join deal d on d.dealer_id = ${scope.dealerId} and d.id = c.current_deal_id
    where c.dealer_id = ${scope.dealerId} and c.id = ${customerId}`.execute(db)
  return rows[0] as EditableFile
}

/** Codes of a customer's file and of the planned test drive, by `codeKey`; none if there is no such customer. */
export async function codesOfCustomer(db: Executor, scope: Scope, customerId: number): Promise<string[]> {
  const { rows } = await sql<{ values: EditableValues; drive: number | null }>`
    select ${editableJson} as values, (
      select a.test_series_id from activity a
      where a.dealer_id = ${scope.dealerId} and a.deal_id = d.id and a.completed_at is null and a.cancelled_at is null) as drive
    from customer c join deal d on d.dealer_id = ${scope.dealerId} and d.id = c.current_deal_id
    where c.dealer_id = ${scope.dealerId} and c.id = ${customerId}`.execute(db)
  return rows.flatMap(({ values, drive }) => [...codesIn(EditableCustomer, values), codeKey('series', drive)])
}

/** Keys of the pictures of a customer's current deal; none if there is no such customer. */
export async function listProof(db: Executor, scope: Scope, customerId: number): Promise<string[]> {
  const { rows } = await sql<{ proof: string[] }>`
    select d.proof_images as proof
    from customer c join deal d on d.dealer_id = ${scope.dealerId} and d.id = c.current_deal_id
    where c.dealer_id = ${scope.dealerId} and c.id = ${customerId}`.execute(db)
  return rows[0]?.proof ?? []
}
