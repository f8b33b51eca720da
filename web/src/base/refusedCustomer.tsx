import { errors } from '@showroom/contract/kernel/errors'
import type { RefusalShape } from '../ui/failure'
import { lazyDialog } from '../ui/lazyDialog'
import { showOver } from '../ui/over'
import type { BlockedCustomer, CustomerOnFile, Instead, RefusedCustomer } from './RefusedTips'

function describedBy(refusal: RefusalShape): (name: string) => string {
  return (name) => {
    const value = refusal.answer[name]
    return typeof value === 'string' && value ? value : '无'
  }
}

const refusedOf = (refusal: RefusalShape): RefusedCustomer => {
  const text = describedBy(refusal)
  return { name: text('name'), mobile: text('mobile'), identifyNo: text('identifyNo') }
}

/** The customer of a blocklist hit; undefined for any other refusal. */
export function blockedOf(refusal: RefusalShape): BlockedCustomer | undefined {
  if (refusal.status !== '-2' || refusal.code !== errors.BLOCKED.code) return undefined
  const contacts = refusal.message.split(/[,，]/).map((contact) => contact.trim())
  return { ...refusedOf(refusal), contacts: contacts.filter(Boolean) }
}

/** The file that already has the number, at the front desk; undefined for any other refusal. */
export function onFileOf(refusal: RefusalShape): CustomerOnFile | undefined {
  if (refusal.status !== '-2' || refusal.code !== errors.ON_FILE.code) return undefined
  return {
    ...refusedOf(refusal),
    ownerName: describedBy(refusal)('ownerName'),
    next: refusal.message,
  }
}

const BlockedTip = lazyDialog(() => import('./RefusedTips').then((module) => module.BlockedTip))
const OnFileTip = lazyDialog(() => import('./RefusedTips').then((module) => module.OnFileTip))

/** Opens 异常客户信息 over the refused form; returns true for a blocklist hit. */
export function showBlocked(refusal: RefusalShape): boolean {
  const customer = blockedOf(refusal)
  if (customer) showOver((close) => <BlockedTip customer={customer} onClosed={close} />)
  return customer !== undefined
}

/** Opens 客户已存在 over the refused form; returns true for a number on file. */
export function showOnFile(refusal: RefusalShape, instead?: Instead): boolean {
  const customer = onFileOf(refusal)
  if (customer) showOver((close) => <OnFileTip customer={customer} instead={instead} onClosed={close} />)
  return customer !== undefined
}
