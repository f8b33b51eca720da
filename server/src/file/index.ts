export { seenSharedFiles } from './file.service.ts'
