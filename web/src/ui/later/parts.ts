/** What the parts of `later.tsx` load, in one chunk. */
export { Cascader, Drawer, Dropdown, Select } from 'antd'
