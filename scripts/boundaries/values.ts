import {
  argumentsOf,
  calleeOf,
  isNode,
  memberOf,
  nameOf,
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

const moneyName =
  /(?:^|_)(?:price|amount|money|deposit|yuan|fee|payment|quote|downPayment)$|(?:Price|Amount|Money|Deposit|Yuan|Fee|Payment|Quote)$/

/** Whether the file takes a name from one that holds yuan: `const { price: one } = line`, `const one = Number(form.price)`. */
const isAlias = ({ text }: Source, name: string): boolean =>
  [
    ...text.matchAll(
      new RegExp(
        `\\b(\\w+): ${name}\\b(?=[^;{}]*\\} = )|\\bconst ${name} = (?:\\w+\\()?[\\w.?]*?\\b(\\w+)\\)?$`,
        'gm',
      ),
    ),
  ].some(([, renamed, taken]) => moneyName.test(renamed ?? taken ?? ''))

/** Whether an operand holds yuan by its name: `line.price`, `prices[0]`, `Number(form.price)`. */
function isYuan(value: unknown, source: Source): boolean {
  const node = unwrapped(value)
  switch (node?.type) {
    case 'Identifier':
      return moneyName.test(nameOf(node)) || isAlias(source, nameOf(node))
    case 'MemberExpression':
      return node.computed
        ? moneyName.test(lastName(node.object).replace(/s$/, ''))
        : moneyName.test(nameOf(node.property))
    case 'CallExpression':
      return (
        /^(?:Number|parseFloat|Number\.parseFloat)$/.test(calleeOf(node)) &&
        isYuan(argumentsOf(node)[0], source)
      )
    case 'BinaryExpression':
      return (
        /^[-+*/%]$/.test(String(node.operator)) && (isYuan(node.left, source) || isYuan(node.right, source))
      )
    case 'LogicalExpression':
      return isYuan(node.left, source) || isYuan(node.right, source)
    default:
      return false
  }
}

/** The last name of `a.b.c`. */
const lastName = (value: unknown): string => {
  const node = unwrapped(value)
  return nameOf(node?.type === 'MemberExpression' ? node.property : node)
}

const isArithmetic = (value: unknown): boolean =>
  isNode(value) && value.type === 'BinaryExpression' && /^[-+*/%]$/.test(String(value.operator))

const isFen = (value: unknown): boolean => /(?:^|_)fen$|Fen$/.test(lastName(value))

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
  problem: (node, { source }) => {
    const text = 'calculates with yuan; take fenOf and yuanOf of contract/kernel/money around the sum'
    if (isArithmetic(node)) {
      const sides = [node.left, node.right]
      if (sides.some(isText)) return undefined
      const isConverted = /^[*/]$/.test(String(node.operator)) && sides.some(isFen) && sides.some(isHundred)
      return isConverted || sides.some((side) => isYuan(side, source)) || sides.every(isDecimal)
        ? text
        : undefined
    }
    if (node.type === 'AssignmentExpression' && /^[-+*/%]=$/.test(String(node.operator)))
      return isYuan(node.left, source) || isYuan(node.right, source) ? text : undefined
    if (node.type !== 'CallExpression') return undefined
    const callee = unwrapped(node.callee)
    if (callee?.type === 'MemberExpression' && nameOf(callee.property) === 'toFixed')
      return isYuan(callee.object, source) ? text : undefined
    return /^(?:parseFloat|Number\.parseFloat)$/.test(calleeOf(node)) && isYuan(argumentsOf(node)[0], source)
      ? text
      : undefined
  },
}

/** Methods of the query client that take the key of existing queries. */
const clientMethods =
  /^(?:invalidateQueries|cancelQueries|refetchQueries|resetQueries|removeQueries|getQueriesData|setQueriesData|isFetching|isMutating|useIsFetching)$/
const keyMethods = /^(?:setQueryData|getQueryData|getQueryState|setQueryDefaults)$/

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
    if (node.type === 'CallExpression' && isNode(node.callee) && node.callee.type === 'MemberExpression')
      return keyMethods.test(nameOf(node.callee.property)) && !isMade(argumentsOf(node)[0], source)
        ? text
        : undefined
    if (node.type !== 'Property' || above.at(-1)?.type !== 'ObjectExpression') return undefined
    if (nameOf(node.key) === 'queryFn') return text
    if (nameOf(node.key) !== 'queryKey') return undefined
    const call = above.at(-2)
    const method = call?.type === 'CallExpression' ? unwrapped(call.callee) : undefined
    const name = method?.type === 'MemberExpression' ? nameOf(method.property) : nameOf(method)
    return clientMethods.test(name) && isMade(node.value, source) ? undefined : text
  },
}
