import { type Around, calleeOf, isNode, nameOf, type Node, type SourceRule, unwrapped } from './syntax.ts'

const collections = /^(?:Map|Set|WeakMap|WeakSet|Array)$/
const changes = 'set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin'

/** Whether the file changes what a name holds. */
const isChanged = ({ source: { text } }: Around, name: string): boolean =>
  new RegExp(
    `\\b${name}(?:\\.\\w+)*\\.(?:${changes})\\(|\\b${name}(?:\\.\\w+|\\[[^\\]]+\\])+ (?:[-+*/|&?]{0,2}=)(?!=)|\\bdelete ${name}\\b|\\bObject\\.assign\\(${name}\\b|(?:\\+\\+|--)${name}\\b|\\b${name}(?:\\.\\w+)*(?:\\+\\+|--)`,
  ).test(text)

const isReadonly = (declared: unknown): boolean => {
  const annotation = isNode(declared) && isNode(declared.typeAnnotation) ? declared.typeAnnotation : undefined
  const type = annotation && isNode(annotation.typeAnnotation) ? annotation.typeAnnotation : undefined
  if (!type) return false
  if (type.type === 'TSTypeOperator') return type.operator === 'readonly'
  return type.type === 'TSTypeReference' && nameOf(type.typeName).startsWith('Readonly')
}

/** Whether a value begins empty, to be filled later. */
function beginsEmpty(value: Node | undefined): boolean {
  if (value?.type === 'NewExpression')
    return collections.test(nameOf(value.callee)) && (value.arguments as Node[]).length === 0
  if (value?.type === 'CallExpression') return calleeOf(value) === 'Object.create'
  if (value?.type === 'ArrayExpression') return (value.elements as Node[]).length === 0
  return value?.type === 'ObjectExpression' && (value.properties as Node[]).length === 0
}

/** `{} as const`, also with `satisfies`. */
const isConst = (init: unknown): boolean => {
  if (!isNode(init)) return false
  if (init.type === 'TSSatisfiesExpression') return isConst(init.expression)
  const type = init.type === 'TSAsExpression' && isNode(init.typeAnnotation) ? init.typeAnnotation : undefined
  return nameOf(type?.typeName) === 'const'
}

/** Whether a value is made by a function written in place, whose variables would be state. */
const isMadeInPlace = (value: Node | undefined): boolean =>
  value?.type === 'CallExpression' && /Function/.test(unwrapped(value.callee)?.type ?? '')

/** Whether a value is an instance of a class of the file that has variables. */
const isStateful = (value: Node | undefined, { source }: Around): boolean => {
  if (value?.type !== 'NewExpression') return false
  const declared = (source.program.body as Node[]).map((one) =>
    isNode(one.declaration) ? one.declaration : one,
  )
  const made = declared.find(
    ({ type, id }) => type === 'ClassDeclaration' && nameOf(id) === nameOf(value.callee),
  )
  const members = (made?.body as Node | undefined)?.body as Node[] | undefined
  return !!members?.some(
    (one) => one.type === 'PropertyDefinition' && (!one.readonly || beginsEmpty(unwrapped(one.value))),
  )
}

/** A property of a function of the file. */
const isOfFunction = (target: unknown, { source }: Around): boolean =>
  isNode(target) &&
  target.type === 'MemberExpression' &&
  nameOf(target.object) !== '' &&
  new RegExp(`\\bfunction ${nameOf(target.object)}\\b`).test(source.text)

/** Declarations of the module itself, exported or not. */
const isOfModule = (above: readonly Node[]): boolean =>
  above.every(({ type }) => /^(?:Program|ExportNamedDeclaration|VariableDeclaration)$/.test(type))

/**
 * State in a variable of a module is lost at a restart, and differs between processes. A cache that may differ is excepted beside its
 * declaration.
 */
export const moduleState: SourceRule = {
  files: 'server/src/**/*.ts',
  problem: (node, around) => {
    const text = 'keeps state in the process; PostgreSQL holds what matters'
    if (node.type === 'VariableDeclaration')
      return node.kind === 'const' || !isOfModule(around.above) ? undefined : text
    if (node.type === 'PropertyDefinition')
      return node.static && (!node.readonly || beginsEmpty(unwrapped(node.value))) ? text : undefined
    if (node.type === 'AssignmentExpression')
      return isGlobal(node.left) || isOfFunction(node.left, around) ? text : undefined
    if (node.type !== 'VariableDeclarator' || !isOfModule(around.above)) return undefined
    if (around.above.at(-1)?.kind !== 'const') return undefined
    const value = unwrapped(node.init)
    const isFilled = beginsEmpty(value) && !isReadonly(node.id) && !isConst(node.init)
    const name = nameOf(node.id)
    return isFilled ||
      isMadeInPlace(value) ||
      isStateful(value, around) ||
      (name !== '' && isChanged(around, name))
      ? text
      : undefined
  },
}

const isGlobal = (target: unknown): boolean => {
  if (!isNode(target) || target.type !== 'MemberExpression') return false
  return /^(?:globalThis|global)$/.test(nameOf(target.object)) || isGlobal(target.object)
}
