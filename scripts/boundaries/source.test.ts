import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { problemsOf, sourceRules } from './source.ts'
import type { SourceRule } from './syntax.ts'

const root = path.resolve(import.meta.dirname, '../..')

interface Plant {
  /** Path that each mistake is planted at. */
  readonly file: string
  readonly bad: readonly string[]
  readonly good: readonly string[]
}

/** Planted mistakes for each rule, and their legal twins. */
const plants: Record<keyof typeof sourceRules, Plant> = {
  rawSql: {
    file: 'server/src/customer/planted.repository.ts',
    bad: [
      'sql.raw(request.name)',
      'sql.raw(`order by ${column}`)',
      "sql['raw'](request.name)",
      'const columns = names.map(sql.raw)',
      'const { raw } = sql',
      "import { sql as s } from 'kysely'",
      'await db.executeQuery(CompiledQuery.raw(text, []))',
    ],
    good: ['sql`select ${name}`', "import { sql } from 'kysely'"],
  },
  sqlPlace: {
    file: 'server/src/customer/planted.service.ts',
    bad: [
      "const row = await db.selectFrom('deal').selectAll().executeTakeFirst()",
      "await trx.insertInto('deal').values(row).execute()",
      "await db.updateTable('deal').set(row).execute()",
      "await context.db.deleteFrom('deal').execute()",
      "const made = db.with('made', (qb) => qb)",
      'const rows = await sql`select 1`.execute(db)',
      'const rows = await sql<Row>`select 1`.execute(db)',
      "const column = sql.ref('deal.id')",
      "const { rows } = await client.query('select 1')",
    ],
    good: [
      'const row = await findDeal(db, scope, dealId)',
      'const now = Temporal.Now.with({ day })',
      'const table = useQuery(asked)',
      'const filter = request.query',
    ],
  },
  wallClock: {
    file: 'server/src/customer/planted.repository.ts',
    bad: [
      'const now = new Date()',
      'const at = Date.now()',
      'const at = globalThis.Date.now()',
      'const clock = Date.now',
      'const text = Date()',
      'const now = Temporal.Now.instant()',
    ],
    good: ['const day = new Date(seconds * 1000)', 'const { now } = context'],
  },
  namedTarget: {
    file: 'server/src/customer/planted.repository.ts',
    bad: [
      'sql`update lead set owner_id = ${ownerId}`',
      'sql`with d as (select 1) update lead l set owner_id = 1`',
      'sql`insert into lead (dealer_id) values (${dealerId})`',
      'sql`delete from "lead" where dealer_id = ${dealerId}`',
    ],
    good: [
      "sql`update ${target('lead')} l set owner_id = 1`",
      "sql`insert into ${target('lead')} (id) values (1) on conflict (id) do update set id = 1`",
      'sql`select from lead where dealer_id = ${dealerId} for no key update of lead`',
    ],
  },
  databaseClock: {
    file: 'server/src/customer/planted.repository.ts',
    bad: ['sql`select id from deal where created_at < now()`', 'sql`${day} = current_date`'],
    good: ['sql`select id from deal where created_at < ${now}`', 'const at = app.now()'],
  },
  computerClock: {
    file: 'web/src/customer/Planted.tsx',
    bad: [
      'const at = Date.now()',
      'useState(Date.now)',
      'const day = new Date()',
      'const today = dayjs()',
      'const today = Temporal.Now.plainDateISO()',
      'const text = Date()',
    ],
    good: ['const at = nowMs()', 'const day = new Date(seconds * 1000)', 'const day = dayjs(date)'],
  },
  englishText: {
    file: 'web/src/customer/Planted.tsx',
    bad: [
      'const a = <p>No customers yet</p>',
      'const a = <Input placeholder="Search" />',
      "const a = <p>{'No customers yet'}</p>",
      "const a = <p>{isOpen ? 'Open' : '关闭'}</p>",
      'const a = <p>{`Customers`}</p>',
      "const a = <Input placeholder={isOpen ? '搜索' : 'Search'} />",
      "const columns = [{ title: 'Name' }]",
      "toast.success('Customer was saved')",
      "message.success('Saved')",
      "const hint = 'Saved'\nconst a = <p>{hint}</p>",
    ],
    good: [
      'const a = <p>Ctrl + Enter 保存</p>',
      'const a = <kbd>Esc</kbd>',
      "const hint = '已保存'\nconst a = <p>{hint}</p>",
      'const a = <p className="sr-note">暂无</p>',
      "const a = <p>{isOpen ? '打开' : '关闭'}</p>",
      "const isSent = key === 'Enter'",
      "throw new Error('Field needs a form around it')",
    ],
  },
  ownClass: {
    file: 'web/src/customer/Planted.tsx',
    bad: [
      'const a = <p className="note">暂无</p>',
      'const a = <p className={isOpen ? "sr-note" : "closed"}>暂无</p>',
    ],
    good: [
      'const a = <p className="sr-note ant-card">暂无</p>',
      'const a = <p className={`sr-note sr-tone-${tone}`}>暂无</p>',
    ],
  },
  oneTip: {
    file: 'web/src/customer/Planted.tsx',
    bad: ["import { Button, Tooltip } from 'antd'", "import { Tooltip as Hint } from 'antd'"],
    good: ["import { Tip } from '../ui/Tip'", "import { Button } from 'antd'"],
  },
  mutedReason: {
    file: 'web/src/customer/Planted.tsx',
    bad: ['const a = <Button disabled={no} title="已停用" />'],
    good: ['const a = <TipButton tip="已停用" isBarred={no} />', 'const a = <Button disabled={no} />'],
  },
  rawHtml: {
    file: 'web/src/customer/Planted.tsx',
    bad: [
      'const a = <p dangerouslySetInnerHTML={{ __html: data.remark }} />',
      'const a = <p {...{ dangerouslySetInnerHTML: html }} />',
      "createElement('p', { dangerouslySetInnerHTML: html })",
      'element.innerHTML = remark',
      "element.current.insertAdjacentHTML('beforeend', remark)",
      'document.write(remark)',
      'const a = <iframe srcDoc={remark} />',
      "new DOMParser().parseFromString(remark, 'text/html')",
    ],
    good: ['const a = <p>{data.remark}</p>', 'element.textContent = remark'],
  },
  uncheckedAddress: {
    file: 'web/src/customer/Planted.tsx',
    bad: [
      'const a = <a href={link.url}>链接</a>',
      'const a = <img src={data.image} alt="" />',
      'const a = <Button href={url}>链接</Button>',
      'const a = <a {...{ href: url }}>链接</a>',
      "const a = createElement('a', { href: url })",
      'const a = <a href={`${url}?id=1`}>链接</a>',
      "const a = <a href={url || '#'}>链接</a>",
      "const a = <a href={'javascript:alert(1)'}>链接</a>",
      "window.open(url, '_blank')",
      "open(url, '_blank')",
      'location.href = url',
      'window.location = url',
      'popup.location.replace(url)',
      'link.href = url',
      "element.setAttribute('href', url)",
      'const props = { href: url }\nconst a = <a {...props}>链接</a>',
      'const a = <img {...{ src: url }} {...rest} alt="" />',
      'const a = <object data={url} />',
      "const items = [{ title: '链接', href: url }]",
    ],
    good: [
      'const { href: own } = location',
      'const a = <a href={safeAddress(link.url)}>链接</a>',
      'const a = <img src={image && (safeAddress(image) ?? \'\')} alt="" />',
      'const a = <a href={`tel:${number}`}>链接</a>',
      'const a = <a href="/help/start.html">帮助</a>',
      "window.open(`#/order?id=${id}`, '_blank')",
      'const dialog = open(customer)',
    ],
  },
  pageTitle: {
    file: 'web/src/customer/Planted.tsx',
    bad: [
      'document.title = customer.mobile',
      'window.document.title = customer.name',
      'const a = <title>{customer.name}</title>',
      'element.ownerDocument.title = mobile',
      'Object.assign(document, { title: mobile })',
      'const page = document\npage.title = mobile',
    ],
    good: ['useTitle(title)', 'const a = <Card title={title} />'],
  },
  storagePlace: {
    file: 'web/src/customer/Planted.tsx',
    bad: [
      "localStorage.setItem('last', mobile)",
      "window.localStorage.setItem('last', mobile)",
      "sessionStorage['last'] = mobile",
      'localStorage.last = mobile',
      "const storage = window['localStorage']",
      'document.cookie = `last=${mobile}`',
      "indexedDB.open('last')",
      'window.name = mobile',
      'const { cookie } = document',
      'const { cookie: last } = window.document',
      'const page = document\npage.cookie = `last=${mobile}`',
      "document['cookie'] = mobile",
      'const folder = await navigator.storage.getDirectory()',
    ],
    good: ["inBrowser('last').write(value)", 'const { body } = document', 'const { name } = customer'],
  },
  historyPlace: {
    file: 'web/src/customer/Planted.tsx',
    bad: [
      "history.pushState(null, '', `?mobile=${mobile}`)",
      "window.history.replaceState({ mobile }, '', location.href)",
      "const { history } = window\nhistory.pushState({ mobile }, '')",
      'location.hash = `#/customer?key=${mobile}`',
      'window.location.search = mobile',
    ],
    good: ["void navigate({ to: '/customer' })", 'router.history.push(address)', 'const { hash } = location'],
  },
  requestPlace: {
    file: 'web/src/customer/planted.ts',
    bad: [
      "const response = await fetch('/rest/customer')",
      "await window.fetch('/rest/customer')",
      'const request = new XMLHttpRequest()',
      "navigator.sendBeacon('/rest/customer', body)",
    ],
    good: [
      'await callApi(list, request)',
      'const load = async (fetch: () => Promise<void>) => await fetch()',
    ],
  },
  queryPlace: {
    file: 'web/src/customer/planted.queries.ts',
    bad: [
      'useQuery({ ...queryOf(list, request), queryKey: keyOf(list) })',
      'useQuery({ ...queryOf(list, request), queryFn: () => callApi(list, request) })',
      "const options = { ...queryOf(list, request), queryKey: ['customers'] }",
      "void queries.invalidateQueries({ queryKey: ['customers'] })",
      "queries.setQueryData(['customers'], rows)",
      "const key = ['customers']\nvoid queries.invalidateQueries({ queryKey: key })",
      'void queries.invalidateQueries()',
      'void queries.invalidateQueries({})',
      "void queries.refetchQueries({ type: 'active' })",
      'void useQueryClient().invalidateQueries(undefined, { cancelRefetch: false })',
    ],
    good: [
      'const key = keyOf(list)\nvoid queries.invalidateQueries({ queryKey: key })',
      'useQuery({ ...queryOf(list, request), staleTime: 1000 })',
      'void queries.invalidateQueries({ queryKey: keyOf(list) })',
      'void queries.invalidateQueries({ queryKey: listQuery(filter).queryKey })',
      'void queries.invalidateQueries(viewsQuery())',
      'void queries.invalidateQueries({ predicate: ({ queryHash }) => isShown(queryHash) })',
      'queries.setQueryData(listQuery(filter).queryKey, rows)',
    ],
  },
  endlessTimer: {
    file: 'web/src/customer/planted.ts',
    bad: [
      'setInterval(tick, 1000)',
      'useEffect(() => { window.setInterval(tick, 1000) }, [])',
      'const timer = setInterval(tick, 1000)\nclearInterval(other)',
      'const timer = globalThis.setInterval(tick, 1000)\ntimer.unref()',
      'const every = setInterval\nevery(tick, 1000)',
      'const tick = () => { load(); setTimeout(tick, 1000) }',
      'async function tick() { await load(); window.setTimeout(() => void tick(), 1000) }',
      'function draw() { paint(); requestAnimationFrame(draw) }',
    ],
    good: [
      'const show = () => { setTimeout(hide, 1000) }',
      'const tick = () => { timer = setTimeout(tick, 1000) }\nclearTimeout(timer)',
      'useEffect(() => { const timer = setInterval(tick, 1000); return () => clearInterval(timer) }, [])',
      'timer.current = setInterval(tick, 1000)\nclearInterval(timer.current)',
      'this.#timer = setInterval(tick, 1000).unref()\nclearInterval(this.#timer)',
    ],
  },
  endlessListener: {
    file: 'web/src/customer/planted.ts',
    bad: [
      "useEffect(() => { addEventListener('resize', measure) }, [])",
      "document.addEventListener('keydown', () => close(), true)",
      "root?.addEventListener('click', close, { passive: true })",
      "addEventListener('resize', measure)\nremoveEventListener('resize', other)",
      'new ResizeObserver(measure).observe(element)',
      'const watcher = new IntersectionObserver(seen)\nwatcher.observe(element)',
      "const stream = new EventSource('/live')",
      'window.onresize = measure',
    ],
    good: [
      "addEventListener('resize', measure)\nremoveEventListener('resize', measure)",
      "addEventListener('resize', measure, { signal })",
      "const how = { signal, passive: true }\naddEventListener('resize', measure, how)",
      "element.addEventListener('click', close, { once: true })",
      "signal.addEventListener('abort', stop)",
      'const watcher = new ResizeObserver(measure)\nwatcher.disconnect()',
    ],
  },
  pastDelay: {
    file: 'scripts/planted.ts',
    bad: [
      'await wait(began + (number * 1000) / rate - Date.now())',
      'setTimeout(send, dueAt - performance.now())',
      'const timer = globalThis.setTimeout(() => send(), (until - now) * 1000)',
      'await sleep(until - Date.now())',
    ],
    good: [
      'await wait(Math.max(0, dueAt - Date.now()))',
      'setTimeout(send, seconds * 1000)',
      'setTimeout(() => count(all - done), 1000)',
    ],
  },
  castText: {
    file: 'server/src/customer/planted.service.ts',
    bad: [
      "await events.emit(actor, 'craeted' as never, what)",
      "await events.emit(actor, <never>'craeted', what)",
      "form.setFieldValue('naem' as unknown as Field, text)",
      "context.happened((isNew ? 'craeted' : 'edited') as never, what)",
    ],
    good: [
      "await events.emit(actor, 'created', what)",
      "const kind = 'created' as const",
      'const kind = text as Kind',
      'handle(context as never, body)',
    ],
  },
  localZone: {
    file: 'web/src/customer/planted.ts',
    bad: [
      'const text = date.toLocaleDateString()',
      'const text = new Date(at).toLocaleTimeString()',
      "const text = date.toLocaleString('zh-CN')",
      'const hour = new Date(at * 1000).getHours()',
      "const format = new Intl.DateTimeFormat('zh-CN')",
      'const day = new Date(2026, 10, 28)',
      "const date = new Date('2026-11-28T00:00:00')",
      'const date = new Date(`${day} 00:00`)',
      'const at = Date.parse(`${day}T00:00`)',
      "const day = dayjs.unix(at).format('YYYY-MM-DD')",
      "const day = dayjs(at * 1000).format('YYYY-MM-DD')",
      "const format = new globalThis.Intl.DateTimeFormat('zh-CN')",
    ],
    good: [
      'const date = new Date(`${day}T00:00:00+08:00`)',
      "const format = new Intl.DateTimeFormat('zh-CN', { timeZone: 'Asia/Shanghai' })",
      'const hour = inShanghai(seconds).getUTCHours()',
      'const text = withCommas(total)',
    ],
  },
  floatMoney: {
    file: 'web/src/order/planted.ts',
    bad: [
      'const total = line.price * 1.06',
      'const total = 19.9 * 1.06',
      'const rest = totalAmount - paymentAmount',
      'sum += line.price',
      'const yuan = line.priceFen / 100',
      'const price = Number.parseFloat(text.price)',
      'const text = price.toFixed(2)',
      'const total = Number(form.price) * count',
      'const share = (deposit ?? 0) / total',
      'const half = prices[0] / 2',
      'const { price: one } = line\nconst total = one * 1.06',
      'const one = Number(form.price)\nconst total = one * 1.06',
      'const values = lines.map(({ price }) => price)\nconst half = values.reduce((sum, one) => sum + one, 0) / values.length',
      'const values = lines.map((line) => line.price)\nlet sum = 0\nfor (const one of values) sum += one',
      'const values = lines.map((line) => { return line.price })\nconst mean = average(values)',
      'const mean = sumBy(lines.map(({ price }) => price)) / lines.length',
      'const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0)\nconst half = mean(prices)',
      'const of = (line) => line.price\nconst half = of(lines[0]) / 2',
      'const first = prices.at(0)\nconst half = first / 2',
      'const [one, other] = [low.price, high.price]\nconst half = (one + other) / 2',
      'const most = Math.max(low.price, high.price)\nconst half = most / 2',
      'lines.reduce((sum, { price: one }) => sum + one, 0)',
    ],
    good: [
      'const count = prices.length / 2',
      'const { price: text } = line\nconst half = width / 2',
      'const totalFen = fenOf(line.price) * count',
      "const text = '¥' + price",
      'const total = yuanOf(totalFen)',
      'const width = 0.5 * size',
      'const values = lines.map(({ number }) => number)\nconst mean = values.reduce((sum, one) => sum + one, 0) / 2',
      'const first = prices.toSorted((one, other) => one - other).at(0)',
      'const total = prices.reduce((sum, price) => sum + fenOf(price), 0)',
    ],
  },
  unlabelled: {
    file: 'web/src/customer/Planted.tsx',
    bad: [
      'import { Input } from \'antd\'\nconst a = <Input placeholder="搜索" />',
      'import { Input } from \'antd\'\nconst a = <Input.Search placeholder="搜索" />',
      'import { Select, Form } from \'antd\'\nconst a = <Form.Item name="a"><Select /></Form.Item>',
      'const a = <input type="text" />',
      'const a = <div><textarea /></div>',
      'import { Input as Field } from \'antd\'\nconst a = <Field placeholder="搜索" />',
    ],
    good: [
      'import { Input } from \'antd\'\nconst a = <Input aria-label="搜索" />',
      'import { Input } from \'antd\'\nconst a = <Field label="姓名"><Input /></Field>',
      "import { Input } from 'antd'\nconst a = (props) => <Input {...props} />",
      'const a = <label>姓名<input /></label>',
      "import { Search } from './Search'\nconst a = <Search />",
      'const a = <input type="file" />',
    ],
  },
  roomState: {
    file: 'web/src/customer/planted.ts',
    bad: [
      'const seen = new Map<number, string>()',
      'let latest: Customer | undefined',
      'export const read = memoize(readCustomer)',
    ],
    good: ['const Cards = memo(CustomerCards)', 'const useLatest = () => useRef<Customer>(undefined)'],
  },
  moduleState: {
    file: 'server/src/customer/planted.service.ts',
    bad: [
      'const seen = new Map<string, number>()',
      'let count = 0',
      'export const seen = new Set<number>()',
      'const rows: Row[] = []',
      'const byId: Record<string, Row> = {}',
      'const byId = Object.create(null)',
      'const state = { count: 0 }\nexport const add = () => { state.count += 1 }',
      "const kinds = new Set(['a'])\nexport const add = (kind: string) => kinds.add(kind)",
      'const next = (() => { let n = 0; return () => ++n })()',
      'class Store { static seen = new Map() }',
      'globalThis.seen = 1',
      "const seen = { byId: new Map<number, string>() }\nexport const add = () => seen.byId.set(1, 'a')",
      'class Seen { rows: number[] = [] }\nconst seen = new Seen()',
      'export function read() {}\nread.count = 0',
      'export const read = memoize(readStore)',
      'const caches = { stores: pMemoize(readStore) }',
      'const stores = new LRUCache<number, Store>({ max: 100 })',
      "import { Shelf } from './shelf.ts'\nconst stores = new Shelf()",
      'const keep = (load) => { const seen = new Map(); return (id) => seen.get(id) ?? load(id) }\nconst read = keep(readStore)',
      'function counter() { let n = 0; return { next: () => ++n } }\nexport const ids = counter()',
      'class Store { static readonly read = memoize(load) }',
    ],
    good: [
      'class Row { readonly id = 1 }\nconst row = new Row()',
      "const kinds = new Set(['a', 'b'])",
      'const none: readonly Row[] = []',
      'export const tables = {} as const satisfies RoomTables',
      'export function count() { const seen = new Map(); return seen }',
      'export const createRead = () => memoize(readStore)',
      "const zone = new Intl.DateTimeFormat('zh-CN')\nconst word = new RegExp(text)",
      'const columns = (all) => { const list = []; list.push(all); return list }\nconst own = columns(rows)',
      'export class Store { readonly seen = new Shelf() }',
      '// source-disable-next-line moduleState -- a cache that an event empties\nconst seen = new Map<string, number>()',
    ],
  },
}

const problemsOfPlanted = (rules: Readonly<Record<string, SourceRule>>, file: string, text: string) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'showroom-source-'))
  try {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(folder, file), text)
    return problemsOf(rules, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

it('the rules hold in the whole repository', () => {
  expect(problemsOf(sourceRules, root)).toEqual([])
}, 300_000)

it('reports an exception beside the code that nothing needs', () => {
  const text = '// source-disable-next-line moduleState -- a cache\nconst kinds = new Set([1])\n'
  expect(problemsOfPlanted(sourceRules, 'server/src/customer/planted.service.ts', text)).toHaveLength(1)
})

describe.each(Object.entries<SourceRule>(sourceRules))('%s', (name, rule) => {
  it('catches a planted mistake and passes its legal twin', () => {
    const { file, bad, good } = plants[name as keyof typeof plants]
    for (const text of bad) expect(problemsOfPlanted({ [name]: rule }, file, text), text).not.toEqual([])
    for (const text of good) expect(problemsOfPlanted({ [name]: rule }, file, text), text).toEqual([])
  })
  it('has only exceptions that are needed and have a reason', () => {
    for (const [file, why] of Object.entries(rule.except ?? {})) {
      expect(why).not.toBe('')
      expect(problemsOf({ [name]: { ...rule, files: file, except: {} } }, root), file).not.toEqual([])
    }
  })
})
