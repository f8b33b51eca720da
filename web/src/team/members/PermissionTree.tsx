import { groupKey, moduleTree, toggleModule, treeChecks } from '@showroom/contract/team/member.rules'
import { Tree, type TreeDataNode } from 'antd'

type Group = (typeof moduleTree)[number]

type Bar = (module: string) => boolean

/** In a colour that can be read: antd's of a disabled box is too pale. */
const nameOf = (name: string, barred: boolean) => (barred ? <span className="sr-quiet">{name}</span> : name)

/** A box that may not be touched is disabled, and its group's with it, which would touch it too. */
const nodeOf = ({ title, modules }: Group, isBarred: Bar): TreeDataNode => ({
  key: groupKey(title),
  title,
  disableCheckbox: modules.some(({ name, below = [] }) => [name, ...below].some(isBarred)),
  children: modules.map(({ name, below = [] }) => ({
    key: name,
    title: nameOf(name, isBarred(name)),
    disableCheckbox: isBarred(name),
    children: below.map((one) => ({
      key: one,
      title: nameOf(one, isBarred(one)),
      disableCheckbox: isBarred(one),
    })),
  })),
})
const openOf = (group: Group): string[] => [groupKey(group.title), ...group.modules.map(({ name }) => name)]

interface PermissionTreeProps {
  id?: string
  value?: readonly string[]
  onChange?: (value: string[]) => void
  /** Modules that the caller may not give or take. */
  isBarred?: Bar
  'aria-labelledby'?: string
}

/** What a member may do, to check. How the boxes belong together is the contract's rule, the same as the server's. */
export function PermissionTree({
  id,
  value = [],
  onChange,
  isBarred = () => false,
  ...rest
}: PermissionTreeProps) {
  const checkedKeys = treeChecks(value)
  return (
    <div {...rest} {...(id && { id })} role="group" className="sr-permissions">
      {moduleTree.map((group) => (
        <Tree
          key={group.title}
          aria-label={group.title}
          checkable
          checkStrictly
          selectable={false}
          virtual={false}
          expandedKeys={openOf(group)}
          treeData={[nodeOf(group, isBarred)]}
          checkedKeys={checkedKeys}
          onCheck={(_keys, { node: { key }, checked }) =>
            onChange?.(toggleModule(value, String(key), checked))
          }
        />
      ))}
    </div>
  )
}
