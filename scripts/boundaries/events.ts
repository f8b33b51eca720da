import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { isNode, nameOf, type Node, nodesOf, stringOf } from './syntax.ts'

/** Domain events of a source folder that no room subscribes to or no code emits: each is work without an effect. */
export function idleEvents(source: string): string[] {
  const declared = new Set<string>()
  const emitted = new Set<string>()
  const subscribed = new Set<string>()
  for (const file of globSync('**/*.ts', { cwd: source, exclude: ['**/*.{test,factory,walk}.ts'] })) {
    const program = parseSync(file, readFileSync(path.join(source, file), 'utf8')).program as unknown as Node
    for (const name of eventsOf(program)) declared.add(name)
    for (const name of emittedIn(program)) emitted.add(name)
    for (const name of subscribedIn(program)) subscribed.add(name)
  }
  return [...declared]
    .toSorted()
    .flatMap((name) => [
      ...(emitted.has(name) ? [] : [`${name} is emitted nowhere`]),
      ...(subscribed.has(name) ? [] : [`no room subscribes to ${name}`]),
    ])
}

const keysOf = (members: unknown): string[] => (members as Node[]).map(({ key }) => nameOf(key))

/** Members of the interfaces that `DomainEvents` extends, and its own. */
function eventsOf(program: Node): string[] {
  const interfaces = [...nodesOf(program)].filter(({ type }) => type === 'TSInterfaceDeclaration')
  const domain = interfaces.filter(({ id }) => nameOf(id) === 'DomainEvents')
  const parents = new Set(
    domain.flatMap((one) => (one.extends as Node[]).map(({ expression }) => nameOf(expression))),
  )
  return interfaces
    .filter((one) => domain.includes(one) || parents.has(nameOf(one.id)))
    .flatMap(({ body }) => keysOf((body as Node).body))
}

/** Names passed as the second argument of `emit`, or of `happened`, which emits an event of a call. */
function emittedIn(program: Node): string[] {
  return [...nodesOf(program)].flatMap((node) => {
    if (node.type !== 'CallExpression' || !isNode(node.callee)) return []
    const { callee } = node
    const name = nameOf(callee.type === 'MemberExpression' ? callee.property : callee)
    const [, event] = node.arguments as Node[]
    return /^(?:emit|happened)$/.test(name) && event
      ? [...nodesOf(event)].flatMap((one) => stringOf(one) ?? [])
      : []
  })
}

/** Keys of objects that are a room's `subscriptions` or have the type `Subscriptions`. */
function subscribedIn(program: Node): string[] {
  const isTyped = (value: unknown): boolean => {
    const annotation = isNode(value) ? value.typeAnnotation : undefined
    const type = isNode(annotation) ? annotation : undefined
    return nameOf(type?.typeName) === 'Subscriptions'
  }
  return [...nodesOf(program)].flatMap((node) => {
    if (node.type === 'VariableDeclarator' && isNode(node.id) && isTyped(node.id.typeAnnotation))
      return propertiesOf(node.init)
    if (/^(?:FunctionDeclaration|ArrowFunctionExpression)$/.test(node.type) && isTyped(node.returnType))
      return propertiesOf(node.body)
    return node.type === 'Property' && nameOf(node.key) === 'subscriptions' ? propertiesOf(node.value) : []
  })
}

const propertiesOf = (value: unknown): string[] =>
  [...nodesOf(value)].flatMap((node) => (node.type === 'ObjectExpression' ? keysOf(node.properties) : []))
