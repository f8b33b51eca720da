import {
  type Around,
  argumentsOf,
  calleeOf,
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
    if (node.type !== 'CallExpression' || !/^(?:\w+\.)?setInterval$/.test(calleeOf(node))) return undefined
    const receiver = receiverOf(around.above)
    const ending = new RegExp(`clearInterval\\((?:[\\w.?]+\\.)?#?${receiver}(?:\\.current)?\\)`)
    return receiver !== '' && ending.test(around.source.text)
      ? undefined
      : 'starts an interval that no clearInterval ends'
  },
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
