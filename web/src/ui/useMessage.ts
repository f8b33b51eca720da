import { notice } from './notice'

/** Notices for fire-and-forget actions: `const message = useMessage(); message.success('保存成功')`. */
export const useMessage = (): typeof notice => notice
