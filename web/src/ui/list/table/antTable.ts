/** antd's table and pagination in their own chunk, which phones skip: their lists are cards. */
export { Pagination, Table } from 'antd'
