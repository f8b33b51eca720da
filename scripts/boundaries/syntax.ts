/** A node of the syntax tree, as far as the rules read it. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly [field: string]: unknown
}

/** A parsed file. */
export interface Source {
  readonly file: string
  readonly text: string
  readonly program: Node
}

/** The place of a node. */
export interface Around {
  readonly source: Source
  /** From the program down to the node's parent. */
  readonly above: readonly Node[]
}

/**
 * A rule of ours that needs the syntax tree but no types. One place is excepted by a comment above it:
 * `source-disable-next-line <rule> -- <reason>`.
 */
export interface SourceRule {
  /** Files it reads, as a glob below the repository. */
  readonly files: string
  /** Files that may break it, each with the reason. */
  readonly except?: Readonly<Record<string, string>>
  /** Folders that the rule is not for. */
  readonly exceptFolders?: readonly string[]
  /** Nodes whose content the rule does not read. */
  readonly skips?: (node: Node) => boolean
  /** Returns the problem with a node, if any. */
  readonly problem: (node: Node, around: Around) => string | undefined
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

export function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesOf(one)
  if (!isNode(value)) return
  yield value
  for (const inner of Object.values(value)) if (typeof inner === 'object') yield* nodesOf(inner)
}

export const isFunction = ({ type }: Node): boolean =>
  /^(?:Arrow)?Function(?:Declaration|Expression)?/.test(type)

/** The expressions that a function returns. */
export const resultsOf = ({ body }: Node): unknown[] =>
  isNode(body) && body.type === 'BlockStatement'
    ? (body.body as Node[]).flatMap(({ type, argument }) => (type === 'ReturnStatement' ? [argument] : []))
    : [body]

/** The function or class of this name that the module declares. */
export const declaredIn = ({ program }: Source, name: string): Node | undefined =>
  (program.body as Node[])
    .map((one) => (isNode(one.declaration) ? one.declaration : one))
    .flatMap((one) => (one.type === 'VariableDeclaration' ? (one.declarations as Node[]) : [one]))
    .filter(({ id }) => name !== '' && nameOf(id) === name)
    .map((one) => (one.type === 'VariableDeclarator' ? unwrapped(one.init) : one))
    .find((one) => one !== undefined)

export const nameOf = (node: unknown): string =>
  isNode(node) ? String(node.type.endsWith('Identifier') ? node.name : (node.value ?? '')) : ''

/** `object.property` of a call's callee. */
export const calleeOf = (node: Node): string => {
  const { callee } = node
  return isNode(callee) && callee.type === 'MemberExpression'
    ? `${nameOf(callee.object)}.${nameOf(callee.property)}`
    : nameOf(callee)
}

export const argumentsOf = (node: Node): readonly Node[] => node.arguments as Node[]

/** `object.property` of a member expression, by the last two names. */
export const memberOf = (node: Node): string => {
  const { object, property } = node
  const owner = isNode(object) && object.type === 'MemberExpression' ? object.property : object
  return `${nameOf(owner)}.${nameOf(property)}`
}

/** Text of a string or of a part of a template. */
export const stringOf = (node: Node): string | undefined => {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  return node.type === 'TemplateElement' ? (node.value as { cooked?: string }).cooked : undefined
}

/** Texts that an expression may have as its value: of either branch, of each part. */
export function textsOf(value: unknown): string[] {
  if (!isNode(value)) return []
  const text = stringOf(value)
  if (text !== undefined) return [text]
  if (value.type === 'JSXExpressionContainer') return textsOf(value.expression)
  if (value.type === 'ConditionalExpression')
    return [...textsOf(value.consequent), ...textsOf(value.alternate)]
  if (value.type === 'LogicalExpression') return [...textsOf(value.left), ...textsOf(value.right)]
  return value.type === 'TemplateLiteral' ? (value.quasis as Node[]).flatMap(textsOf) : []
}

/** The value below wrappers that change only its type, or wait for it. */
export function unwrapped(value: unknown): Node | undefined {
  if (!isNode(value)) return undefined
  const isWrapper =
    /^(?:TSAsExpression|TSSatisfiesExpression|TSNonNullExpression|ParenthesizedExpression|ChainExpression|JSXExpressionContainer)$/.test(
      value.type,
    )
  return isWrapper ? unwrapped(value.expression) : value
}

/** The name of an element or attribute: `Input.Password` is `Password`. */
export function elementName(value: unknown): string {
  if (!isNode(value)) return ''
  return value.type === 'JSXMemberExpression' ? elementName(value.property) : String(value.name)
}

/** The values of an object's properties with this name. */
export const propertyOf = (value: unknown, name: string): Node | undefined => {
  const object = unwrapped(value)
  if (object?.type !== 'ObjectExpression') return undefined
  const property = (object.properties as Node[]).find(({ key }) => nameOf(key) === name)
  return property && unwrapped(property.value)
}

/** The attributes of an element by their names; a spread is `...`. */
export const attributesOf = (node: Node): Map<string, Node> =>
  new Map(
    (node.attributes as Node[]).map((attribute) => [
      attribute.type === 'JSXSpreadAttribute' ? '...' : elementName(attribute.name),
      attribute,
    ]),
  )

/** The name that receives a node's value: `timer` of `const timer = …` and of `this.timer = …`. */
export function receiverOf(above: readonly Node[]): string {
  const parent = above.at(-1)
  if (!parent) return ''
  if (
    /^(?:MemberExpression|CallExpression|TSAsExpression|LogicalExpression|ConditionalExpression)$/.test(
      parent.type,
    )
  )
    return receiverOf(above.slice(0, -1))
  if (parent.type === 'VariableDeclarator') return nameOf(parent.id)
  if (parent.type === 'PropertyDefinition') return nameOf(parent.key)
  if (parent.type !== 'AssignmentExpression' || !isNode(parent.left)) return ''
  return parent.left.type === 'MemberExpression' ? nameOf(parent.left.property) : nameOf(parent.left)
}
