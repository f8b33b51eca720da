export type { NewNotice } from './notice.repository.ts'
export type { Notifying } from './notice.service.ts'
export { notify, notifyFirst } from './notice.service.ts'
