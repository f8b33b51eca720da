export { insertFirstNotices, insertNotices } from './notice.repository.ts'
export type { NewNotice } from './notice.repository.ts'
export { notify, noticeHint } from './notice.service.ts'
export { tidyNotices } from './tidy.job.ts'
