import { checkExist } from '@showroom/contract/customer/customer.api'
import type { MergeInfo } from '@showroom/contract/customer/merge.schema'
import type { FieldError } from '@showroom/contract/kernel/errors'
import { cleanNumber } from '@showroom/contract/kernel/clean'
import { type ReactNode, useRef, useState } from 'react'
import { callApi, Refusal } from '../../api/client'
import { useFieldValue } from '../../ui/form/SchemaForm'

interface Found {
  readonly phone: string
  readonly text: string
  readonly comparison?: Comparison
}

export interface Comparison {
  /** The file that already has the number. */
  readonly holder: MergeInfo
  /** The edited file. */
  readonly self: MergeInfo
}

export interface NumberHolder {
  /** Checks whether another file has the number and returns true if so. The field then shows an error. */
  check(this: void, typed: string): Promise<boolean>
  problemsOf(this: void, mobile: string | undefined): FieldError[]
  /** The link to the comparison, shown below the field. */
  readonly note: ReactNode
  /** The two files while the comparison is open. */
  readonly comparison: Comparison | undefined
  closeComparison(this: void): void
  /** Reloads the comparison; closes it if there is no other file any more. */
  compareAgain(this: void): Promise<void>
}

/** Finds another file with the typed number. Checks when the field loses focus and when the server refuses the number. */
export function useNumberHolder(customerId: number): NumberHolder {
  const [holder, setFound] = useState<Found>()
  const latest = useRef<Found>(undefined)
  const requested = useRef('')
  const [open, setOpen] = useState(false)

  const check = async (typed: string): Promise<boolean> => {
    const phone = cleanNumber(typed)
    if (!/^1[3-9]\d{9}$/.test(phone)) return false
    if (latest.current?.phone === phone) return true
    requested.current = phone
    const next = await holderOf(phone, customerId)
    if (requested.current !== phone) return false
    latest.current = next
    setFound(next)
    setOpen(next?.comparison !== undefined)
    return next !== undefined
  }
  return {
    check,
    problemsOf: (mobile = '') => {
      const entry = latest.current
      return entry && cleanNumber(mobile) === entry.phone ? [{ path: 'mobile', text: entry.text }] : []
    },
    note: holder?.comparison && <HolderNote phone={holder.phone} onOpen={() => setOpen(true)} />,
    comparison: open ? holder?.comparison : undefined,
    closeComparison: () => setOpen(false),
    compareAgain: async () => {
      const { current } = latest
      if (!current) return
      const next = await holderOf(current.phone, customerId)
      latest.current = next
      setFound(next)
    },
  }
}

/** Shown while the field holds that number. */
function HolderNote({ phone, onOpen }: { phone: string; onOpen: () => void }) {
  const mobile = useFieldValue<string>('mobile') ?? ''
  if (cleanNumber(mobile) !== phone) return null
  return (
    <button type="button" className="sr-link" onClick={onOpen}>
      查看并合并客户
    </button>
  )
}

async function holderOf(phone: string, customerId: number): Promise<Found | undefined> {
  try {
    const { isExisted, isMerged, customer, self } = await callApi(checkExist, { phone, customerId })
    if (!isExisted || isMerged || !customer) return undefined
    const text = `该手机号客户已存在，客户经理：${customer.ownerName}`
    return { phone, text, ...(self && { comparison: { holder: customer, self } }) }
  } catch (error) {
    // The save would be refused for the same reason. On other failures only the save decides.
    return error instanceof Refusal ? { phone, text: error.message } : undefined
  }
}
