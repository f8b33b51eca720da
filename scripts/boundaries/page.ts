import {
  argumentsOf,
  attributesOf,
  calleeOf,
  elementName,
  isNode,
  memberOf,
  nameOf,
  type Node,
  type Source,
  type SourceRule,
  stringOf,
  unwrapped,
} from './syntax.ts'

const client = 'web/src/**/*.{ts,tsx}'

const htmlNames =
  /^(?:dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|parseFromString|setHTMLUnsafe|parseHTMLUnsafe|srcdoc|srcDoc)$/

/** Text that the browser parses as HTML runs the scripts in it. */
export const rawHtml: SourceRule = {
  files: client,
  problem: (node) => {
    const isNamed =
      (node.type === 'MemberExpression' && htmlNames.test(nameOf(node.property))) ||
      (node.type === 'JSXAttribute' && htmlNames.test(elementName(node.name))) ||
      (node.type === 'Property' && htmlNames.test(nameOf(node.key)))
    const isWritten = node.type === 'MemberExpression' && /^document\.(?:write|writeln)$/.test(memberOf(node))
    return isNamed || isWritten ? 'parses text as HTML; render it with React, which escapes it' : undefined
  },
}

/** Beginnings of texts that are no `javascript:` whatever follows. */
const safeStart = /^(?:#|\/|\?|tel:|mailto:|https?:\/\/)/

/** Whether an address can have no other scheme than those of `safeAddress`. */
function isSafe(value: unknown): boolean {
  const node = unwrapped(value)
  if (!node) return true
  const text = stringOf(node)
  if (text !== undefined) return text === '' || safeStart.test(text)
  switch (node.type) {
    case 'TemplateLiteral':
      return safeStart.test(stringOf((node.quasis as Node[])[0] ?? node) ?? '')
    case 'ConditionalExpression':
      return isSafe(node.consequent) && isSafe(node.alternate)
    case 'LogicalExpression':
      return (node.operator === '&&' || isSafe(node.left)) && isSafe(node.right)
    case 'CallExpression':
      return nameOf(node.callee) === 'safeAddress'
    case 'Identifier':
      return node.name === 'undefined'
    default:
      return false
  }
}

const addressAttributes = /^(?:href|src|srcSet|poster|xlinkHref|formAction)$/

/** An address from stored or sent data may be `javascript:…`, which runs on a click. */
export const uncheckedAddress: SourceRule = {
  files: client,
  problem: (node, { above }) =>
    addressesOf(node, above).some((address) => !isSafe(address))
      ? 'takes the address through safeAddress of ui/address, unless its beginning is written here'
      : undefined,
}

/** Whether an object's property reaches an element: by a spread, by `createElement`, or as the `href` of an item. */
const isOfElement = (key: string, above: readonly Node[]): boolean => {
  if (above.at(-1)?.type !== 'ObjectExpression') return false
  const around = above.at(-2)
  const isGiven = around?.type === 'JSXSpreadAttribute' || nameOf(around?.callee) === 'createElement'
  return key === 'href' || (key === 'src' && isGiven)
}

/** Addresses that a node opens or loads. */
function addressesOf(node: Node, above: readonly Node[]): unknown[] {
  if (node.type === 'JSXOpeningElement') {
    const attributes = attributesOf(node)
    const plain = [...attributes].filter(([name]) => addressAttributes.test(name))
    const isForm = elementName(node.name) === 'form'
    const action = isForm ? attributes.get('action')?.value : undefined
    const data = elementName(node.name) === 'object' ? attributes.get('data')?.value : undefined
    return [...plain.map(([, { value }]) => value), action, data]
  }
  if (node.type === 'Property') return isOfElement(nameOf(node.key), above) ? [node.value] : []
  if (node.type === 'AssignmentExpression') {
    const { left } = node
    if (!isNode(left)) return []
    const name = left.type === 'MemberExpression' ? nameOf(left.property) : nameOf(left)
    return /^(?:href|src|location)$/.test(name) ? [node.right] : []
  }
  if (node.type !== 'CallExpression' || !isNode(node.callee)) return []
  const callee = node.callee.type === 'MemberExpression' ? memberOf(node.callee) : nameOf(node.callee)
  const given = argumentsOf(node)
  // Other functions have this name too, but no target.
  const isWindow =
    /^(?:window|globalThis)\.open$/.test(callee) || (callee === 'open' && nameOf(given[1]).startsWith('_'))
  if (isWindow || /^location\.(?:assign|replace)$/.test(callee)) return given.slice(0, 1)
  const isSet = callee.endsWith('.setAttribute') && addressAttributes.test(nameOf(given[0]))
  return isSet ? given.slice(1, 2) : []
}

/** The title stays in the browser's history, so one place sets it and masks numbers. */
export const pageTitle: SourceRule = {
  files: client,
  except: { 'web/src/ui/title.ts': 'sets the title' },
  problem: (node, { source }) =>
    (node.type === 'MemberExpression' &&
      (memberOf(node) === 'ownerDocument.title' ||
        globalMembersOf(node, source).includes('document.title'))) ||
    (node.type === 'CallExpression' &&
      calleeOf(node) === 'Object.assign' &&
      nameOf(argumentsOf(node)[0]) === 'document') ||
    (node.type === 'JSXOpeningElement' && elementName(node.name) === 'title' && isNode(node.name))
      ? 'sets the title with useTitle of ui/title, which masks numbers'
      : undefined,
}

const storages = /^(?:localStorage|sessionStorage|indexedDB|idb|caches|cookieStore)$/

/** Members of the window's own objects that outlive the page: also renamed (`const page = document`) or taken apart. */
const storageMembers = /^(?:document\.cookie|window\.name|navigator\.storage)$/
const globals = /^(?:document|window|globalThis|self|navigator)$/

/** The name of one of the window's objects behind an expression: `document` of `window.document` and of a name for it. */
function globalOf(value: unknown, { text }: Source): string {
  const node = unwrapped(value)
  const name = nameOf(node?.type === 'MemberExpression' ? node.property : node)
  if (globals.test(name)) return /^(?:globalThis|self)$/.test(name) ? 'window' : name
  if (node?.type !== 'Identifier') return ''
  const alias = new RegExp(
    `\\b(?:const|let) ${name} = (?:\\w+\\.)*(document|window|globalThis|self|navigator)$`,
    'm',
  )
  const [, renamed = ''] = alias.exec(text) ?? []
  return /^(?:globalThis|self)$/.test(renamed) ? 'window' : renamed
}

/** Members that a node reads or sets of the window's objects, as `document.cookie`. */
function globalMembersOf(node: Node, source: Source): string[] {
  if (node.type === 'MemberExpression') return [`${globalOf(node.object, source)}.${nameOf(node.property)}`]
  if (node.type !== 'VariableDeclarator' || !isNode(node.id) || node.id.type !== 'ObjectPattern') return []
  return (node.id.properties as Node[]).map(({ key }) => `${globalOf(node.init, source)}.${nameOf(key)}`)
}

/** Stored values outlive the session, so one place writes them and refuses numbers. */
export const storagePlace: SourceRule = {
  files: client,
  except: {
    'web/src/api/storage.ts': 'is the storage',
    'web/src/api/session.ts': 'keeps the token in a cookie',
    'web/src/api/device.ts': 'removes the encrypted database',
    'web/src/api/device/database.ts': 'encrypts, and masks numbers of responses',
  },
  problem: (node, { source }) =>
    (node.type === 'Identifier' && storages.test(String(node.name))) ||
    (node.type === 'Literal' && storages.test(String(node.value))) ||
    globalMembersOf(node, source).some((member) => storageMembers.test(member))
      ? 'stores values with api/storage, which refuses numbers'
      : undefined,
}

/** Addresses and states stay in the browser's history. The router's come from the schema of a route. */
export const historyPlace: SourceRule = {
  files: client,
  problem: (node) => {
    const text = 'changes the history by the router, whose addresses hold no numbers'
    if (node.type === 'CallExpression') {
      const callee = unwrapped(node.callee)
      const name = nameOf(callee?.type === 'MemberExpression' ? callee.property : callee)
      return /^(?:push|replace)State$/.test(name) ? text : undefined
    }
    const left = node.type === 'AssignmentExpression' ? unwrapped(node.left) : undefined
    return left?.type === 'MemberExpression' && /^location\.(?:hash|search|pathname)$/.test(memberOf(left))
      ? text
      : undefined
  },
}

/** Requests of the web client have the session, the idempotency key and the messages of api/client. */
export const requestPlace: SourceRule = {
  files: client,
  exceptFolders: ['web/src/api/'],
  except: { 'web/src/ui/upload/image.ts': 'reports the progress of an upload, which fetch does not' },
  problem: (node, { above }) => {
    const name = node.type === 'CallExpression' ? calleeOf(node) : ''
    const isBare = /^(?:(?:window|globalThis|self)\.)?fetch$/.test(name) && !isParameter(above, 'fetch')
    const isOther = node.type === 'NewExpression' && nameOf(node.callee) === 'XMLHttpRequest'
    return isBare || isOther || name === 'navigator.sendBeacon'
      ? 'sends a request with callApi of api/client'
      : undefined
  },
}

/** Whether a function around a node takes a parameter of this name. */
const isParameter = (above: readonly Node[], name: string): boolean =>
  above.some(({ params }) => Array.isArray(params) && params.some((one) => nameOf(one) === name))
