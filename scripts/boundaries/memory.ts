import {
  type Around,
  calleeOf,
  declaredIn,
  isFunction,
  isNode,
  nameOf,
  type Node,
  resultsOf,
  type SourceRule,
  unwrapped,
} from './syntax.ts'

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

/** Whether a value is made by a function of the file that returns functions over its variables. */
const isMadeByMaker = (value: Node | undefined, { source }: Around): boolean => {
  if (value?.type !== 'CallExpression') return false
  const maker = declaredIn(source, nameOf(value.callee))
  const body = maker && isFunction(maker) && isNode(maker.body) ? maker.body : undefined
  if (!maker || body?.type !== 'BlockStatement') return false
  const keeps = (body.body as Node[]).some(
    ({ type, kind, declarations }) =>
      type === 'VariableDeclaration' &&
      (kind === 'let' || (declarations as Node[]).some(({ init }) => beginsEmpty(unwrapped(init)))),
  )
  const isOver = (one: unknown): boolean =>
    isNode(one) &&
    (isFunction(one) ||
      (one.type === 'ObjectExpression' && (one.properties as Node[]).some((each) => isOver(each.value))))
  return keeps && resultsOf(maker).some(isOver)
}

/** Names of functions and classes that make a cache: `memoize(load)`, `new LRUCache()`. */
const cacheName = /memoi[sz]e|cache|lru|throttle|debounce/i
/** Classes whose instances hold no more than they are made of; a collection that begins empty is found otherwise. */
const values =
  /^(?:(?:Weak)?(?:Map|Set)|Array|RegExp|Date|URL|Text(?:En|De)coder|AsyncLocalStorage|RawJson|\w*Error|Intl\.\w+)$/

/** Whether a node of the module itself makes a cache, or an instance of an imported class, which may be one. */
const isCache = (node: Node, { source, above }: Around): boolean => {
  if (!/^(?:Call|New)Expression$/.test(node.type) || !isOnce(above)) return false
  const name = calleeOf(node)
  const isForeign = node.type === 'NewExpression' && !values.test(name) && !declaredIn(source, name)
  return isForeign || cacheName.test(name)
}

/** Whether the module makes the values of a place once: outside of functions and of the fields of instances. */
const isOnce = (above: readonly Node[]): boolean =>
  !above.some(
    (one) =>
      isFunction(one) || one.type === 'ThrowStatement' || (one.type === 'PropertyDefinition' && !one.static),
  )

/** Whether a value is an instance of a class of the file that has variables. */
const isStateful = (value: Node | undefined, { source }: Around): boolean => {
  if (value?.type !== 'NewExpression') return false
  const made = declaredIn(source, nameOf(value.callee))
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
  problem: (node, around) =>
    keepsState(node, around) ? 'keeps state in the process; PostgreSQL holds what matters' : undefined,
}

/** State in a module of a client's room outlives the session and the change of the store. */
export const roomState: SourceRule = {
  files: 'web/src/!(api|ui|frame|app)/**/*.{ts,tsx}',
  problem: (node, around) =>
    keepsState(node, around)
      ? 'keeps state in a module, beyond the session and the store; a query or a component holds it'
      : undefined,
}

function keepsState(node: Node, around: Around): boolean {
  if (isCache(node, around)) return true
  if (node.type === 'VariableDeclaration') return node.kind !== 'const' && isOfModule(around.above)
  if (node.type === 'PropertyDefinition')
    return !!node.static && (!node.readonly || beginsEmpty(unwrapped(node.value)))
  if (node.type === 'AssignmentExpression') return isGlobal(node.left) || isOfFunction(node.left, around)
  if (node.type !== 'VariableDeclarator' || !isOfModule(around.above)) return false
  if (around.above.at(-1)?.kind !== 'const') return false
  const value = unwrapped(node.init)
  const isFilled = beginsEmpty(value) && !isReadonly(node.id) && !isConst(node.init)
  const name = nameOf(node.id)
  return (
    isFilled ||
    isMadeInPlace(value) ||
    isMadeByMaker(value, around) ||
    isStateful(value, around) ||
    (name !== '' && isChanged(around, name))
  )
}

const isGlobal = (target: unknown): boolean => {
  if (!isNode(target) || target.type !== 'MemberExpression') return false
  return /^(?:globalThis|global)$/.test(nameOf(target.object)) || isGlobal(target.object)
}
