/** The components of `later.tsx`, in one chunk. */
export { Cascader, Drawer, Dropdown, Select } from 'antd'
