import { CloseCircleFilled } from '@ant-design/icons'

/** `allowClear` for selects and pickers: antd labels the cross "Clear" in every language. */
export const clearable = { clearIcon: <CloseCircleFilled />, label: '清除' } as const
