export { countStore, lockStore, setClosing } from './store.repository.ts'
export type { LockedStore } from './store.repository.ts'
