export { failList } from './list.service.ts'
