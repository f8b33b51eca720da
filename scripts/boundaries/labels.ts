import { attributesOf, elementName, isNode, nameOf, type Node, type SourceRule } from './syntax.ts'

const controls =
  /^(?:Input|InputNumber|TextArea|Password|Search|OTP|Select|TreeSelect|Cascader|AutoComplete|DatePicker|RangePicker|TimePicker|Slider|Rate|Mentions|Switch|ColorPicker|Segmented|input|select|textarea)$/
/** Attributes that name a control, or hand over those of a field around it. */
const naming = /^(?:aria-label|aria-labelledby|id|\.\.\.)$/

/** Whether an element around a control names it (a `label`, or a component with one), or hides it. */
const isNamedBy = (element: Node): boolean => {
  if (element.type !== 'JSXElement') return false
  const { name } = element.openingElement as Node
  const attributes = attributesOf(element.openingElement as Node)
  return elementName(name) === 'label' || attributes.has('label') || attributes.has('hidden')
}

/** The name of the control: that of antd under any name here. Components of ours with the name of a control are no controls. */
const controlName = (name: unknown, program: Node): string => {
  const own = elementName(name)
  if (!isNode(name) || name.type !== 'JSXIdentifier' || /^[a-z]/.test(own)) return own
  const imports = (program.body as Node[]).filter(
    ({ type, source }) => type === 'ImportDeclaration' && nameOf(source) === 'antd',
  )
  const imported = imports
    .flatMap(({ specifiers }) => specifiers as Node[])
    .find(({ local }) => nameOf(local) === own)
  return nameOf(imported?.imported)
}

/** Reading aids read the name of a control; a placeholder disappears with the first letter. */
export const unlabelled: SourceRule = {
  files: 'web/src/**/*.tsx',
  problem: (node, { above, source }) => {
    if (node.type !== 'JSXOpeningElement') return undefined
    if (!controls.test(controlName(node.name, source.program))) return undefined
    const attributes = attributesOf(node)
    const isHidden = /^(?:hidden|file|submit|button)$/.test(textOf(attributes.get('type')))
    const isNamed = isHidden || [...attributes.keys()].some((name) => naming.test(name))
    return isNamed || above.slice(0, -1).some(isNamedBy) ? undefined : 'has neither a label nor an aria-label'
  },
}

const textOf = (attribute: Node | undefined): string => {
  const value = attribute?.value as Node | null | undefined
  return value?.type === 'Literal' ? String(value.value) : ''
}
