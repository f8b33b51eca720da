import {
  argumentsOf,
  calleeOf,
  isNode,
  memberOf,
  nameOf,
  propertyOf,
  type SourceRule,
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
    if (node.type === 'CallExpression' && isNode(node.callee) && node.callee.type === 'MemberExpression')
      return localMethods.test(nameOf(node.callee.property)) ? text : undefined
    if (node.type === 'NewExpression' || node.type === 'CallExpression') {
      const callee =
        isNode(node.callee) && node.callee.type === 'MemberExpression' ? memberOf(node.callee) : ''
      if (callee === 'Intl.DateTimeFormat')
        return propertyOf(argumentsOf(node)[1], 'timeZone') ? undefined : text
    }
    const isOfParts =
      node.type === 'NewExpression' && calleeOf(node) === 'Date' && argumentsOf(node).length > 1
    return isOfParts ? text : undefined
  },
}

const moneyName =
  /(?:^|_)(?:price|amount|money|deposit|yuan|fee|payment|quote|downPayment)$|(?:Price|Amount|Money|Deposit|Yuan|Fee|Payment|Quote)$/

/** The name of an operand that holds yuan: `line.price`, `prices[0]`, `Number(form.price)`. */
function isYuan(value: unknown): boolean {
  const node = unwrapped(value)
  switch (node?.type) {
    case 'Identifier':
      return moneyName.test(nameOf(node))
    case 'MemberExpression':
      return moneyName.test(nameOf(node.property))
    case 'CallExpression':
      return /^(?:Number|parseFloat|Number\.parseFloat)$/.test(calleeOf(node)) && isYuan(argumentsOf(node)[0])
    case 'BinaryExpression':
      return /^[-+*/%]$/.test(String(node.operator)) && (isYuan(node.left) || isYuan(node.right))
    case 'LogicalExpression':
      return isYuan(node.left) || isYuan(node.right)
    default:
      return false
  }
}

const isArithmetic = (value: unknown): boolean =>
  isNode(value) && value.type === 'BinaryExpression' && /^[-+*/%]$/.test(String(value.operator))

const isFen = (value: unknown): boolean => {
  const node = unwrapped(value)
  return /(?:^|_)fen$|Fen$/.test(nameOf(node?.type === 'MemberExpression' ? node.property : node))
}

const isHundred = (value: unknown): boolean => isNode(value) && value.value === 100

/** Whether a value is a number with decimals, written here: `19.9`, `19.9 * 2`. */
function isDecimal(value: unknown): boolean {
  const node = unwrapped(value)
  return node?.type === 'Literal' && typeof node.value === 'number' && !Number.isInteger(node.value)
}

const isText = (value: unknown): boolean => {
  const node = unwrapped(value)
  return node?.type === 'TemplateLiteral' || (node?.type === 'Literal' && typeof node.value === 'string')
}

/** Yuan are floats: 19.9 * 1.06 is not exact. Sums are made in fen. */
export const floatMoney: SourceRule = {
  files: everywhere,
  except: { 'contract/src/kernel/money.ts': 'converts yuan and fen' },
  problem: (node) => {
    const text = 'calculates with yuan; take fenOf and yuanOf of contract/kernel/money around the sum'
    if (isArithmetic(node)) {
      const sides = [node.left, node.right]
      if (sides.some(isText)) return undefined
      const isConverted = /^[*/]$/.test(String(node.operator)) && sides.some(isFen) && sides.some(isHundred)
      return isConverted || sides.some(isYuan) || sides.every(isDecimal) ? text : undefined
    }
    if (node.type === 'AssignmentExpression' && /^[-+*/%]=$/.test(String(node.operator)))
      return isYuan(node.left) || isYuan(node.right) ? text : undefined
    if (node.type !== 'CallExpression') return undefined
    const callee = unwrapped(node.callee)
    if (callee?.type === 'MemberExpression' && nameOf(callee.property) === 'toFixed')
      return isYuan(callee.object) ? text : undefined
    return /^(?:parseFloat|Number\.parseFloat)$/.test(calleeOf(node)) && isYuan(argumentsOf(node)[0])
      ? text
      : undefined
  },
}

/** Methods of the query client that take the key of existing queries. */
const clientMethods =
  /^(?:invalidateQueries|cancelQueries|refetchQueries|resetQueries|removeQueries|getQueriesData|setQueriesData|isFetching|isMutating|useIsFetching)$/
const keyMethods = /^(?:setQueryData|getQueryData|getQueryState|setQueryDefaults)$/

/** Whether a key was made by api/query: `keyOf(call)`, `someQuery().queryKey`, or a name taken from one. */
const isMade = (value: unknown): boolean => {
  const node = unwrapped(value)
  if (node?.type === 'CallExpression') return nameOf(node.callee) === 'keyOf'
  return node?.type === 'MemberExpression'
    ? nameOf(node.property) === 'queryKey'
    : node?.type === 'Identifier'
}

/** Keys and functions of queries come from api/query: a key without its request shows one response under every filter. */
export const queryPlace: SourceRule = {
  files: 'web/src/**/*.{ts,tsx}',
  except: { 'web/src/api/query.ts': 'makes the keys', 'web/src/api/pages.ts': 'makes those of pages' },
  problem: (node, { above }) => {
    const text = 'takes key and function of a query from queryOf of api/query'
    if (node.type === 'CallExpression' && isNode(node.callee) && node.callee.type === 'MemberExpression')
      return keyMethods.test(nameOf(node.callee.property)) && !isMade(argumentsOf(node)[0]) ? text : undefined
    if (node.type !== 'Property' || above.at(-1)?.type !== 'ObjectExpression') return undefined
    if (nameOf(node.key) === 'queryFn') return text
    if (nameOf(node.key) !== 'queryKey') return undefined
    const call = above.at(-2)
    const method = call?.type === 'CallExpression' ? unwrapped(call.callee) : undefined
    const name = method?.type === 'MemberExpression' ? nameOf(method.property) : nameOf(method)
    return clientMethods.test(name) && isMade(node.value) ? undefined : text
  },
}
