import { CloseCircleFilled } from '@ant-design/icons'

/** `allowClear` of whatever is chosen from a list: antd calls the cross "Clear", in every language. */
export const clearable = { clearIcon: <CloseCircleFilled />, label: '清除' } as const
