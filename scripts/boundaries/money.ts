import {
  argumentsOf,
  calleeOf,
  isFunction,
  isNode,
  nameOf,
  type Node,
  nodesOf,
  resultsOf,
  type Source,
  type SourceRule,
  unwrapped,
} from './syntax.ts'

const moneyName =
  /(?:^|_)(?:price|amount|money|deposit|yuan|fee|payment|quote|downPayment)$|(?:Price|Amount|Money|Deposit|Yuan|Fee|Payment|Quote)$/

const isMoneyList = (name: string): boolean => name.endsWith('s') && moneyName.test(name.slice(0, -1))

/** Names of a file that hold yuan, or lists of yuan, whatever they are called. */
interface Aliases {
  readonly yuan: Set<string>
  readonly lists: Set<string>
  /** Functions of the file that return yuan. */
  readonly functions: Set<string>
}

const aliasesOfFiles = new WeakMap<Node, Aliases>()

/** The aliases of a file: what is declared from yuan, taken out of an object, or passed to a parameter. */
function aliasesOf({ program }: Source): Aliases {
  const cached = aliasesOfFiles.get(program)
  if (cached) return cached
  const aliases: Aliases = { yuan: new Set(), lists: new Set(), functions: new Set() }
  aliasesOfFiles.set(program, aliases)
  const nodes = [...nodesOf(program)]
  const functions = new Map(
    nodes.flatMap((node) => (functionOf(node) ? [functionOf(node) ?? ['', node]] : [])),
  )
  const sizeOf = () => aliases.yuan.size + aliases.lists.size + aliases.functions.size
  for (let before = -1; before < sizeOf();) {
    before = sizeOf()
    for (const node of nodes) follow(node, aliases, functions)
  }
  return aliases
}

/** Name and function of a declaration. */
function functionOf(node: Node): readonly [string, Node] | undefined {
  if (node.type === 'FunctionDeclaration') return [nameOf(node.id), node]
  const made = node.type === 'VariableDeclarator' ? unwrapped(node.init) : undefined
  return made && isFunction(made) ? [nameOf(node.id), made] : undefined
}

function follow(node: Node, aliases: Aliases, functions: ReadonlyMap<string, Node>): void {
  const name = (target: unknown, value: unknown): void => {
    if (!isNode(target)) return
    if (target.type === 'AssignmentPattern') return name(target.left, value)
    const isList = isYuanList(value, aliases)
    if (target.type === 'ArrayPattern' && isList)
      for (const one of target.elements as unknown[]) addName(aliases.yuan, one)
    if (target.type === 'Identifier' && isList) addName(aliases.lists, target)
    if (target.type === 'Identifier' && isYuan(value, aliases)) addName(aliases.yuan, target)
  }
  switch (node.type) {
    case 'VariableDeclarator': {
      name(node.id, node.init)
      const made = functionOf(node)
      if (made && isYuan(made[1].body, aliases)) aliases.functions.add(made[0])
      return
    }
    case 'ObjectPattern':
      for (const { key, value } of node.properties as Node[]) {
        if (moneyName.test(nameOf(key))) addName(aliases.yuan, value)
        if (isMoneyList(nameOf(key))) addName(aliases.lists, value)
      }
      return
    case 'ForOfStatement': {
      const [declared] = isNode(node.left) ? ((node.left.declarations as Node[] | undefined) ?? []) : []
      if (declared && isYuanList(node.right, aliases)) addName(aliases.yuan, declared.id)
      return
    }
    case 'CallExpression': {
      const given = argumentsOf(node)
      const own = functions.get(nameOf(node.callee))
      for (const [at, one] of ((own?.params as Node[] | undefined) ?? []).entries()) name(one, given[at])
      const callee = unwrapped(node.callee)
      const method = callee?.type === 'MemberExpression' ? nameOf(callee.property) : ''
      const [callback] = given
      // Comparing is exact.
      if (!callback || !isFunction(callback) || /^(?:to)?[Ss]ort(?:ed)?$/.test(method)) return
      if (isYuanList(callee?.object, aliases))
        addName(aliases.yuan, (callback.params as Node[])[method.startsWith('reduce') ? 1 : 0])
      return
    }
    default:
  }
}

function addName(names: Set<string>, target: unknown): void {
  const node = isNode(target) && target.type === 'AssignmentPattern' ? target.left : target
  if (isNode(node) && node.type === 'Identifier') names.add(nameOf(node))
}

/** Whether an operand holds yuan: `line.price`, `prices[0]`, `Number(form.price)`, or a name that takes one. */
function isYuan(value: unknown, aliases: Aliases): boolean {
  const node = unwrapped(value)
  switch (node?.type) {
    case 'Identifier':
      return moneyName.test(nameOf(node)) || aliases.yuan.has(nameOf(node))
    case 'MemberExpression':
      return node.computed ? isYuanList(node.object, aliases) : moneyName.test(nameOf(node.property))
    case 'CallExpression':
      return isYuanCall(node, aliases)
    case 'UnaryExpression':
      return /^[-+]$/.test(String(node.operator)) && isYuan(node.argument, aliases)
    case 'BinaryExpression':
      return (
        /^[-+*/%]$/.test(String(node.operator)) && (isYuan(node.left, aliases) || isYuan(node.right, aliases))
      )
    case 'LogicalExpression':
      return isYuan(node.left, aliases) || isYuan(node.right, aliases)
    case 'ConditionalExpression':
      return isYuan(node.consequent, aliases) || isYuan(node.alternate, aliases)
    default:
      return false
  }
}

function isYuanCall(node: Node, aliases: Aliases): boolean {
  const name = calleeOf(node)
  const given = argumentsOf(node)
  if (/^(?:Number|parseFloat|Number\.parseFloat|Math\.(?:max|min|abs))$/.test(name))
    return given.some((one) => isYuan(one.type === 'SpreadElement' ? undefined : one, aliases))
  const callee = unwrapped(node.callee)
  return callee?.type === 'MemberExpression'
    ? /^(?:at|find|pop|shift)$/.test(nameOf(callee.property)) && isYuanList(callee.object, aliases)
    : aliases.functions.has(name)
}

/** Whether a value is a list of yuan: `prices`, `lines.map(({ price }) => price)`. */
function isYuanList(value: unknown, aliases: Aliases): boolean {
  const node = unwrapped(value)
  switch (node?.type) {
    case 'Identifier':
      return isMoneyList(nameOf(node)) || aliases.lists.has(nameOf(node))
    case 'MemberExpression':
      return !node.computed && isMoneyList(nameOf(node.property))
    case 'ArrayExpression':
      return (node.elements as unknown[]).some((one) =>
        isNode(one) && one.type === 'SpreadElement'
          ? isYuanList(one.argument, aliases)
          : isYuan(one, aliases),
      )
    case 'CallExpression': {
      const callee = unwrapped(node.callee)
      if (callee?.type !== 'MemberExpression') return false
      const method = nameOf(callee.property)
      if (/^(?:filter|slice|to\w+|concat)$/.test(method)) return isYuanList(callee.object, aliases)
      const [callback] = argumentsOf(node)
      return /^(?:map|flatMap)$/.test(method) && callback !== undefined && isFunction(callback)
        ? resultsOf(callback).some((one) => isYuan(one, aliases))
        : method === 'map' && nameOf(callback) === 'Number' && isYuanList(callee.object, aliases)
    }
    default:
      return false
  }
}

/** The last name of `a.b.c`. */
const lastName = (value: unknown): string => {
  const node = unwrapped(value)
  return nameOf(node?.type === 'MemberExpression' ? node.property : node)
}

export const isArithmetic = (value: unknown): boolean =>
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

/** Functions of libraries that add numbers up. */
const adding = /^(?:\w+\.)?(?:sum|mean|average|avg|median)(?:By|Of)?$/

/** Yuan are floats: 19.9 * 1.06 is not exact. Sums are made in fen. */
export const floatMoney: SourceRule = {
  files: '{contract,server,web}/src/**/*.{ts,tsx}',
  except: { 'contract/src/kernel/money.ts': 'converts yuan and fen' },
  problem: (node, { source }) => {
    const text = 'calculates with yuan; take fenOf and yuanOf of contract/kernel/money around the sum'
    const isOfYuan = (value: unknown): boolean => isYuan(value, aliasesOf(source))
    if (isArithmetic(node)) {
      const sides = [node.left, node.right]
      if (sides.some(isText)) return undefined
      const isConverted = /^[*/]$/.test(String(node.operator)) && sides.some(isFen) && sides.some(isHundred)
      return isConverted || sides.some(isOfYuan) || sides.every(isDecimal) ? text : undefined
    }
    if (node.type === 'AssignmentExpression' && /^[-+*/%]=$/.test(String(node.operator)))
      return isOfYuan(node.left) || isOfYuan(node.right) ? text : undefined
    if (node.type !== 'CallExpression') return undefined
    const callee = unwrapped(node.callee)
    if (callee?.type === 'MemberExpression' && nameOf(callee.property) === 'toFixed')
      return isOfYuan(callee.object) ? text : undefined
    const name = calleeOf(node)
    const [given] = argumentsOf(node)
    if (adding.test(name)) return isYuanList(given, aliasesOf(source)) ? text : undefined
    return /^(?:parseFloat|Number\.parseFloat)$/.test(name) && isOfYuan(given) ? text : undefined
  },
}
