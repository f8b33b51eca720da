import { isArithmetic } from './money.ts'
import {
  argumentsOf,
  calleeOf,
  isNode,
  memberOf,
  nameOf,
  type Node,
  propertyOf,
  type Source,
  type SourceRule,
  textsOf,
  unwrapped,
} from './syntax.ts'

const everywhere = '{contract,server,web}/src/**/*.{ts,tsx}'

const localMethods =
  /^(?:toLocale(?:String|DateString|TimeString)|toDateString|toTimeString|getTimezoneOffset|[gs]et(?:FullYear|Month|Date|Day|Hours|Minutes))$/

/** A day is a calendar day in Asia/Shanghai: methods and formats of the computer's zone shift it elsewhere. */
export const localZone: SourceRule = {
  files: everywhere,
  problem: (node) => {
    const text = 'uses the zone of the computer; contract/kernel/day knows that of the product'
    if (!/^(?:New|Call)Expression$/.test(node.type) || !isNode(node.callee)) return undefined
    const isMember = node.callee.type === 'MemberExpression'
    if (isMember && localMethods.test(nameOf(node.callee.property))) return text
    const callee = isMember ? memberOf(node.callee) : calleeOf(node)
    const [given, ...others] = argumentsOf(node)
    if (callee === 'Intl.DateTimeFormat') return propertyOf(others[0], 'timeZone') ? undefined : text
    const isOfParts = node.type === 'NewExpression' && callee === 'Date' && others.length > 0
    const isWithoutZone =
      /^Date(?:\.parse)?$/.test(callee) && /[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(textsOf(given).join(''))
    const isInstant = callee === 'dayjs.unix' || (callee === 'dayjs' && isArithmetic(given))
    return isOfParts || isWithoutZone || isInstant ? text : undefined
  },
}

/** Methods of the query client that take the key of existing queries. */
const clientMethods =
  /^(?:invalidateQueries|cancelQueries|refetchQueries|resetQueries|removeQueries|getQueriesData|setQueriesData|isFetching|isMutating|useIsFetching)$/
const keyMethods = /^(?:setQueryData|getQueryData|getQueryState|setQueryDefaults)$/

/** Methods that load queries again, or drop them: all, unless a filter names some. */
const wideMethods = /^(?:invalidate|refetch|reset|remove|cancel)Queries$/

const isUnfiltered = (given: Node | undefined): boolean =>
  !given ||
  /^(?:undefined|null)$/.test(nameOf(given)) ||
  (given.type === 'ObjectExpression' &&
    (given.properties as Node[]).every(
      ({ key }) => key !== undefined && !/^(?:queryKey|predicate)$/.test(nameOf(key)),
    ))

/** Whether a key was made by api/query: `keyOf(call)`, `someQuery().queryKey`, or a name taken from one. */
const isMade = (value: unknown, { text }: Source): boolean => {
  const node = unwrapped(value)
  if (node?.type === 'CallExpression') return nameOf(node.callee) === 'keyOf'
  return node?.type === 'MemberExpression'
    ? nameOf(node.property) === 'queryKey'
    : node?.type === 'Identifier' && !new RegExp(`\\b(?:const|let) ${nameOf(node)}\\b[^=]*= \\[`).test(text)
}

/** Keys and functions of queries come from api/query: a key without its request shows one response under every filter. */
export const queryPlace: SourceRule = {
  files: 'web/src/**/*.{ts,tsx}',
  except: { 'web/src/api/query.ts': 'makes the keys', 'web/src/api/pages.ts': 'makes those of pages' },
  problem: (node, { above, source }) => {
    const text = 'takes key and function of a query from queryOf of api/query'
    if (node.type === 'CallExpression' && isNode(node.callee) && node.callee.type === 'MemberExpression') {
      const method = nameOf(node.callee.property)
      const [given] = argumentsOf(node)
      if (wideMethods.test(method) && isUnfiltered(given)) return 'names the queries; all of them load again'
      return keyMethods.test(method) && !isMade(given, source) ? text : undefined
    }
    if (node.type !== 'Property' || above.at(-1)?.type !== 'ObjectExpression') return undefined
    if (nameOf(node.key) === 'queryFn') return text
    if (nameOf(node.key) !== 'queryKey') return undefined
    const call = above.at(-2)
    const method = call?.type === 'CallExpression' ? unwrapped(call.callee) : undefined
    const name = method?.type === 'MemberExpression' ? nameOf(method.property) : nameOf(method)
    return clientMethods.test(name) && isMade(node.value, source) ? undefined : text
  },
}

const isText = (value: unknown): boolean => {
  const node = unwrapped(value)
  if (node?.type === 'ConditionalExpression') return isText(node.consequent) || isText(node.alternate)
  return node?.type === 'TemplateLiteral' || (node?.type === 'Literal' && typeof node.value === 'string')
}

/** The compiler knows which names there are, of events and fields too: a cast that fits every type hides a wrong one. */
export const castText: SourceRule = {
  files: everywhere,
  problem: (node) => {
    if (!/^TS(?:AsExpression|TypeAssertion)$/.test(node.type) || !isNode(node.typeAnnotation))
      return undefined
    const fitsAll = /^TS(?:Never|Any|Unknown)Keyword$/.test(node.typeAnnotation.type)
    return fitsAll && isText(node.expression) ? 'casts a text so that it fits any type' : undefined
  },
}
