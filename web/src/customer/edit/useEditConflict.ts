import * as customer from '@showroom/contract/customer/customer.api'
import { type EditableValues, EditConflict } from '@showroom/contract/customer/edit.schema'
import type { CustomerProfile } from '@showroom/contract/customer/profile.schema'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryOf } from '../../api/query'
import type { RefusalShape } from '../../ui/failure'
import type { Side } from '../../ui/form/ConflictDialog'
import type { Conflict } from './CustomerConflictDialog'
import { settle } from './customer.conflict'
import { type EditBase, editRequestOf } from './customer.edit'
import type { CustomerForm } from '../fields/customer.form'

interface OpenConflict {
  readonly conflict: Conflict
  readonly rowVersion: number
  readonly fresh: CustomerProfile | undefined
}

/** The version that an edit form is compared with, and the conflict dialog for a concurrent save. */
export function useEditConflict(profile: CustomerProfile) {
  const queries = useQueryClient()
  const customerId = profile.customer.id
  const [opened] = useState(profile)
  const [base, setBase] = useState<EditBase>({ rowVersion: profile.rowVersion, original: profile.editable })
  const [open, setOpen] = useState<OpenConflict>()
  const [seen, setSeen] = useState<readonly CustomerProfile[]>([profile])

  /** Shows the conflict and returns true if the refusal is one. */
  const show = async (refusal: RefusalShape, values: CustomerForm): Promise<boolean> => {
    const conflict = EditConflict.safeParse(refusal.answer).data
    if (!conflict) return false
    // Loads the other user's name, and the links and names of the current values.
    const file = queryOf(customer.get, { customerId })
    const fresh = await queries.query({ ...file, staleTime: 0 }).catch(() => undefined)
    const mine = editRequestOf(values, customerId, base) as EditableValues
    const versions = { mine, current: conflict.current, original: base.original }
    const competitors = [...seen, ...(fresh ? [fresh] : [])].flatMap(({ info }) => info.competitionSeries)
    const who = editorOf(opened, fresh)
    setOpen({
      conflict: { versions, paths: conflict.conflicts, who, competitors },
      rowVersion: conflict.rowVersion,
      fresh,
    })
    return true
  }
  /** Closes the conflict and returns the values to put into the form. */
  const mergeBy = (picks: Readonly<Record<string, Side>>): Partial<CustomerForm> => {
    if (!open) return {}
    const { versions, paths } = open.conflict
    if (open.fresh) setSeen([...seen, open.fresh])
    setBase({ rowVersion: open.rowVersion, original: versions.current })
    setOpen(undefined)
    return settle(versions, paths, picks)
  }
  return {
    base,
    /** True once a conflict was resolved: the form is based on a newer version than it opened with. */
    settled: base.rowVersion !== opened.rowVersion,
    shown: open?.conflict,
    show,
    mergeBy,
    close: () => setOpen(undefined),
    competitors: seen.flatMap(({ info }) => info.competitionSeries),
    proofs: seen.flatMap(proofsOf),
  }
}

/** Proof images with their links; both lists have the same order. */
const proofsOf = ({ editable, newMediaUrl }: CustomerProfile) =>
  editable.newMediaImages
    .split(',')
    .filter(Boolean)
    .map((key, index) => ({ key, url: newMediaUrl[index] ?? '' }))

/** Names the users with new timeline rows since the form opened. */
function editorOf(before: CustomerProfile, after: CustomerProfile | undefined): string {
  const ids = new Set(before.timelines.map(({ id }) => id))
  const names = (after?.timelines ?? []).flatMap(({ id, ownerName }) => (ids.has(id) ? [] : [ownerName]))
  return names.length > 0 ? `${[...new Set(names)].join('、')} 在您编辑期间修改了该客户。` : ''
}
