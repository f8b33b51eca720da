import { groupKey, moduleTree, toggleModule, treeChecks } from '@showroom/contract/team/member.rules'
import { Tree, type TreeDataNode } from 'antd'

type Group = (typeof moduleTree)[number]

const nodeOf = ({ title, modules }: Group): TreeDataNode => ({
  key: groupKey(title),
  title,
  children: modules.map(({ name, below = [] }) => ({
    key: name,
    title: name,
    children: below.map((one) => ({ key: one, title: one })),
  })),
})
const groups = moduleTree.map((group) => ({
  title: group.title,
  node: nodeOf(group),
  open: [groupKey(group.title), ...group.modules.map(({ name }) => name)],
}))

interface PermissionTreeProps {
  id?: string
  value?: readonly string[]
  onChange?: (value: string[]) => void
  'aria-labelledby'?: string
}

/** What a member may do, to check. How the boxes belong together is the contract's rule, the same as the server's. */
export function PermissionTree({ id, value = [], onChange, ...rest }: PermissionTreeProps) {
  const checkedKeys = treeChecks(value)
  return (
    <div {...rest} {...(id && { id })} role="group" className="sr-permissions">
      {groups.map(({ title, node, open }) => (
        <Tree
          key={title}
          aria-label={title}
          checkable
          checkStrictly
          selectable={false}
          virtual={false}
          expandedKeys={open}
          treeData={[node]}
          checkedKeys={checkedKeys}
          onCheck={(_keys, { node: { key }, checked }) =>
            onChange?.(toggleModule(value, String(key), checked))
          }
        />
      ))}
    </div>
  )
}
