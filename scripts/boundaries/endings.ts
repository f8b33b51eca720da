import { isArithmetic } from './money.ts'
import {
  type Around,
  argumentsOf,
  calleeOf,
  isFunction,
  isNode,
  memberOf,
  nameOf,
  type Node,
  propertyOf,
  receiverOf,
  type SourceRule,
  unwrapped,
} from './syntax.ts'

const product = '{server,web}/src/**/*.{ts,tsx}'

/** Whether the file calls one of these methods of a receiver: `observer.disconnect()`, `observer.current?.disconnect()`. */
const isEnded = ({ source }: Around, receiver: string, methods: string): boolean =>
  receiver !== '' && new RegExp(`\\b${receiver}(?:\\.current)?\\??\\.(?:${methods})\\b`).test(source.text)

/** The object with this name that the file declares. */
function declaredAs({ source }: Around, name: string): string {
  return new RegExp(`\\b(?:const|let) ${name}\\b[^=]*= (\\{[^;]*?\\})`).exec(source.text)?.[1] ?? ''
}

/** An interval without an end runs for as long as the page or the process. */
export const endlessTimer: SourceRule = {
  files: product,
  problem: (node, around) => {
    if (node.type === 'VariableDeclarator' && nameOf(node.init) === 'setInterval')
      return 'renames setInterval, which hides its end'
    if (node.type !== 'CallExpression') return undefined
    const repeating = /^(?:\w+\.)?(setTimeout|requestAnimationFrame)$/.exec(calleeOf(node))?.[1]
    if (repeating && isRepeated(node, around))
      return `starts itself again by ${repeating}, which nothing cancels`
    if (!/^(?:\w+\.)?setInterval$/.test(calleeOf(node))) return undefined
    const receiver = receiverOf(around.above)
    const ending = new RegExp(`clearInterval\\((?:[\\w.?]+\\.)?#?${receiver}(?:\\.current)?\\)`)
    return receiver !== '' && ending.test(around.source.text)
      ? undefined
      : 'starts an interval that no clearInterval ends'
  },
}

const isDifference = (value: unknown): boolean => {
  const node = unwrapped(value)
  if (!isArithmetic(node)) return false
  return node?.operator === '-' || isDifference(node?.left) || isDifference(node?.right)
}

/** The time until a moment is below zero once the moment has passed, and Node warns of that on stderr. */
export const pastDelay: SourceRule = {
  files: '{scripts,server,bench,e2e,web}/**/*.{ts,tsx}',
  problem: (node) =>
    node.type === 'CallExpression' &&
    /^(?:\w+\.)?(?:setTimeout|setInterval|sleep|wait)$/.test(calleeOf(node)) &&
    argumentsOf(node).some(isDifference)
      ? 'waits for a difference, which can be below zero: Math.max(0, …)'
      : undefined,
}

/** Whether a timer calls the function that starts it, in a file that cancels no timer. */
function isRepeated(node: Node, { above, source }: Around): boolean {
  if (/\b(?:clearTimeout|cancelAnimationFrame)\(/.test(source.text)) return false
  const names = new Set(
    above.flatMap((one, index) =>
      isFunction(one) ? [nameOf(one.id) || receiverOf(above.slice(0, index))] : [],
    ),
  )
  const [callback] = argumentsOf(node)
  return callback?.type === 'Identifier'
    ? names.has(nameOf(callback))
    : [...names].some((name) => name && callback && callsIt(callback, name))
}

const callsIt = (value: unknown, name: string): boolean => {
  if (Array.isArray(value)) return value.some((one) => callsIt(one, name))
  if (!isNode(value)) return false
  if (value.type === 'CallExpression' && nameOf(value.callee) === name) return true
  return Object.values(value).some((inner) => typeof inner === 'object' && callsIt(inner, name))
}

const watchers: Readonly<Record<string, string>> = {
  IntersectionObserver: 'disconnect',
  ResizeObserver: 'disconnect',
  MutationObserver: 'disconnect',
  PerformanceObserver: 'disconnect',
  EventSource: 'close',
  WebSocket: 'close',
  BroadcastChannel: 'close',
  Worker: 'terminate',
}

/** A listener or observer without an end is added again by each component that mounts. */
export const endlessListener: SourceRule = {
  files: 'web/src/**/*.{ts,tsx}',
  problem: (node, around) => {
    if (node.type === 'NewExpression') {
      const ending = watchers[nameOf(node.callee)]
      return ending && !isEnded(around, receiverOf(around.above), ending)
        ? `starts a ${nameOf(node.callee)} without ${ending}()`
        : undefined
    }
    if (node.type === 'AssignmentExpression' && isNode(node.left) && node.left.type === 'MemberExpression')
      return /^(?:window|document|body|globalThis|self)\.on[a-z]+$/.test(memberOf(node.left))
        ? 'sets a listener; addEventListener has an end'
        : undefined
    if (node.type !== 'CallExpression' || !/^(?:\w+\.)?addEventListener$/.test(calledAs(node)))
      return undefined
    const [event, listener, options] = argumentsOf(node)
    // An abort happens once, and ends its signal.
    if (nameOf(event) === 'abort') return undefined
    return ends(around, options) || isRemoved(around, unwrapped(listener))
      ? undefined
      : 'adds a listener without signal, once or removeEventListener'
  },
}

/** Like `calleeOf`, for any object: `root?.addEventListener`, `this.element.addEventListener`. */
const calledAs = (node: Node): string => {
  const callee = unwrapped(node.callee)
  return callee?.type === 'MemberExpression' ? `x.${nameOf(callee.property)}` : nameOf(callee)
}

function ends(around: Around, options: Node | undefined): boolean {
  if (!options) return false
  if (options.type === 'Identifier')
    return /\bsignal\b|\bonce: true\b/.test(declaredAs(around, nameOf(options)))
  const once = propertyOf(options, 'once')
  return propertyOf(options, 'signal') !== undefined || once?.value === true
}

const isRemoved = ({ source }: Around, listener: Node | undefined): boolean =>
  listener?.type === 'Identifier' &&
  new RegExp(`removeEventListener\\([^)]*\\b${nameOf(listener)}\\b`).test(source.text)
