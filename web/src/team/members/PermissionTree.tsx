import { groupKey, moduleTree, toggleModule, treeChecks } from '@showroom/contract/team/member.rules'
import { Tree, type TreeDataNode } from 'antd'
import { groupAria } from '../../ui/form/groupAria'

type Group = (typeof moduleTree)[number]

type Bar = (module: string) => boolean

/** Uses a readable colour: antd's colour of a disabled box is too pale. */
const nameOf = (name: string, barred: boolean) => (barred ? <span className="sr-quiet">{name}</span> : name)

/** Disables a barred box and its group's box, which would toggle it too. */
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
  /** Modules that the caller may not grant or withdraw. */
  isBarred?: Bar
  'aria-labelledby'?: string
}

/** Checkbox tree of a member's permissions. The rules for dependent boxes come from the contract, which the server applies too. */
export function PermissionTree({
  id,
  value = [],
  onChange,
  isBarred = () => false,
  ...rest
}: PermissionTreeProps) {
  const checkedKeys = treeChecks(value)
  return (
    <div {...groupAria(rest)} {...(id && { id })} role="group" className="sr-permissions">
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
