import { readFileSync } from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, parseSync, type Plugin, Visitor } from 'vite'
import { antdStyles } from './antdStyles.ts'
import { browserFloor, targets } from './browsers.ts'
import { cssFallbacks } from './cssFallbacks.ts'
import { filesOfPart, lazyParts } from './lazyParts.ts'
import { pageFiles } from './pageFiles.ts'
import { serviceWorker } from './serviceWorker.ts'

/** `API` is the server's address for `npm run dev`; the server itself serves the built client. */
const api = process.env.API ?? 'http://127.0.0.1:3000'
const served = ['/v1', '/v2', '/live', '/files', '/download', '/docs', '/help', '/healthz', '/readyz']

/**
 * Removes zod's JSON Schema writer, a fifth of the library: only the server uses it, for its OpenAPI document. Each
 * schema class refers to it, so no bundler can drop it.
 */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/ },
    handler(code) {
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = '']) => name)
      // Functions that create a method are called for each schema of a route; the method itself is never called.
      const given = names.map((name) => `${name.startsWith('create') ? 'later' : 'none'} as ${name}`)
      if (/^export \{ processSchema as process \}/m.test(code)) given.push('none as process')
      return [
        `const none = () => { throw new Error('pages write no JSON Schema') }`,
        'const later = () => none',
        `export { ${given.join(', ')} }`,
      ].join('\n')
    },
  },
}

/** zod's texts are English; the pages' texts are in the rules, or in `generalText` of the contract. */
const withoutEnglish: Plugin = {
  name: 'without-english',
  apply: 'build',
  transform: {
    filter: { id: /\/zod\/v4\/locales\/en\.js$/ },
    handler: () => 'export default () => ({})',
  },
}

/**
 * Passes the children through where antd offers a tooltip that no page asks for: one for the whole window, and one for
 * each choice of a segmented control. Its tooltips and what places them are a tenth of a phone's first page.
 */
const withoutIdleTips: Plugin = {
  name: 'without-idle-tips',
  apply: 'build',
  transform: {
    filter: { id: /\/antd\/es\/(?:config-provider|segmented)\/index\.js$/ },
    handler(code, id) {
      const lean = code.replace(
        /^import (\w+) from ["']\.\.\/tooltip.*$/m,
        'const $1 = ({ children }) => children',
      )
      if (lean === code) this.error(`${id} imports no tooltip: see web/vite.config.ts`)
      return lean
    },
  },
}

/**
 * Imports each kind of antd's text fields by itself: as properties of `Input`, a page with one field loads those for
 * passwords, codes and searches, too.
 */
const withoutIdleFields: Plugin = {
  name: 'without-idle-fields',
  apply: 'build',
  transform: {
    filter: { id: /\/web\/src\/.*\.tsx$/, code: /\bInput\b[^'"]*\} from ['"]antd['"]/ },
    handler(code) {
      const kinds = new Set([...code.matchAll(/\bInput\.(\w+)/g)].map(([, kind = '']) => kind))
      const imports = [...kinds].map((kind) => `import Input${kind} from 'antd/es/input/${kind}'`)
      return [
        "import Input from 'antd/es/input/Input'",
        ...imports,
        code
          .replace(/(import \{[^}]*?)\bInput\b,?(?=[^}]*\} from ['"]antd['"])/, '$1')
          .replaceAll(/\bInput\.(\w+)/g, 'Input$1'),
      ].join('\n')
    },
  },
}

/**
 * Removes what moves a button's loading icon, the thumb of a segmented control and the ring around a pressed part: our
 * theme has no motion, but each of them would prepare it, and render a second time for it. The ring, which does move,
 * comes with the first press.
 */
const withoutIdleMotion: Plugin = {
  name: 'without-idle-motion',
  apply: 'build',
  transform: {
    filter: {
      id: /\/(?:antd\/es\/(?:button\/DefaultLoadingIcon|_util\/wave\/useWave)|@rc-component\/segmented\/es\/MotionThumb)\.js$/,
    },
    handler(code, id) {
      if (id.endsWith('/MotionThumb.js')) return 'export default () => null'
      const lean = code
        .replace(
          /^import CSSMotion from .*$/m,
          'const CSSMotion = ({ visible, children }) => (visible ? children({}) : null)',
        )
        .replace(
          /^import showWaveEffect from .*$/m,
          `const showWaveEffect = (...given) =>
            void import('./WaveEffect').then((ring) => ring.default(...given), () => undefined)`,
        )
      if (lean === code) this.error(`${id} imports no motion: see web/vite.config.ts`)
      return lean
    },
  },
}

type Visited = NonNullable<ConstructorParameters<typeof Visitor>[0]['VariableDeclarator']>
type Declared = Parameters<Visited>[0]['init']

/** Parts of a call's definition that only the server, its document and the tests read. */
const ofServer: ReadonlySet<string> = new Set([
  'request',
  'answer',
  'summary',
  'refusals',
  'omits',
  'leaves',
  'mostBytes',
])

/**
 * Empties the parts of calls that only the server reads, above all the shapes of requests and responses. The client checks a form by the
 * form's own schema; creating those of all calls took a tenth of a phone's time to open a list.
 */
const withoutShapes: Plugin = {
  name: 'without-shapes',
  apply: 'build',
  transform: {
    filter: { id: /\/(?:contract|web)\/src\/.*\.tsx?$/, code: /\b(?:call|schemaOf)\(/ },
    handler(code, id) {
      if (id.includes('/web/src/')) {
        if (/\bschemaOf\(/.test(code))
          this.error(`${id} asks for a call's shape, which the client does not have`)
        return undefined
      }
      const places: { start: number; end: number; text: string }[] = []
      const empty = (definition: Declared | undefined): void => {
        if (definition?.type === 'TSAsExpression') empty(definition.expression)
        if (definition?.type !== 'ObjectExpression') return
        for (const property of definition.properties)
          if (property.type === 'Property' && property.key.type === 'Identifier')
            if (ofServer.has(property.key.name))
              places.push({ start: property.start, end: property.end, text: `${property.key.name}: null` })
      }
      new Visitor({
        CallExpression({ callee, arguments: [definition] }) {
          if (callee.type === 'Identifier' && callee.name === 'call') empty(definition as Declared)
        },
        // Several calls may share an object.
        VariableDeclarator: ({ init }) => empty(init),
      }).visit(parseSync(id, code).program)
      return withoutIdleImports(
        places.reduceRight(
          (left, { start, end, text }) => left.slice(0, start) + text + left.slice(end),
          code,
        ),
      )
    },
  },
}

/** Removes imports whose names no longer occur: a bundler would still load their modules with every page. */
function withoutIdleImports(code: string): string {
  const imports: { start: number; end: number; names: string[] }[] = []
  const places: { name: string; start: number }[] = []
  new Visitor({
    ImportDeclaration: ({ start, end, specifiers }) =>
      imports.push({ start, end, names: specifiers.map(({ local }) => local.name) }),
    Identifier: ({ name, start }) => places.push({ name, start }),
  }).visit(parseSync('code.ts', code).program)
  const used = new Set(
    places
      .filter(({ start }) => !imports.some((one) => one.start <= start && start < one.end))
      .map(({ name }) => name),
  )
  return imports
    .filter(({ names }) => !names.some((name) => used.has(name)))
    .reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), code)
}

/**
 * Marks the constants of the contract as free of side effects, so that a page gets only the schemas it uses. No bundler
 * can see that of a schema whose fields are made by functions.
 */
const withoutUnused: Plugin = {
  name: 'without-unused',
  apply: 'build',
  transform: {
    filter: { id: /\/contract\/src\/.*\.ts$/ },
    handler(code, id) {
      const starts = new Set<number>()
      let depth = 0
      const enter = (): void => void depth++
      const leave = (): void => void depth--
      let isConstant = false
      new Visitor({
        VariableDeclarator: ({ init }) => {
          if (depth === 0 && init) isConstant = true
        },
        'VariableDeclarator:exit': () => {
          if (depth === 0) isConstant = false
        },
        FunctionDeclaration: enter,
        'FunctionDeclaration:exit': leave,
        FunctionExpression: enter,
        'FunctionExpression:exit': leave,
        ArrowFunctionExpression: enter,
        'ArrowFunctionExpression:exit': leave,
        CallExpression: ({ start }) => {
          if (isConstant && depth === 0) starts.add(start)
        },
      }).visit(parseSync(id, code).program)
      return [...starts]
        .toSorted((a, b) => b - a)
        .reduce((text, start) => `${text.slice(0, start)}/* @__PURE__ */ ${text.slice(start)}`, code)
    },
  },
}

/** Icons of the shell and of every list, and of antd's parts on them. */
const listIcons =
  'CloseCircleFilled|(?:Check|ClockCircle|Close|Copy|Down|Download|Eye|EyeInvisible|Filter|Loading|Phone|Plus|QuestionCircle|Reload|Search|Swap|Upload|UserSwitch)Outlined'

/** Further icons of web/src/customer/fields/activityKinds.tsx, and of alerts, areas and papers beside them. */
const kindIcons =
  '(?:CheckCircle|ExclamationCircle|InfoCircle)Filled|(?:Audit|Calendar|Car|CustomerService|Edit|FileDone|Import|InfoCircle|Key|Merge|Message|PauseCircle|PlayCircle|Printer|Redo|Shop|Stop|Tags|Undo|UserAdd|VideoCamera|WechatWork)Outlined'

const isIcon = (names: string): RegExp =>
  new RegExp(String.raw`/@ant-design/icons(?:-svg)?/es/(?:icons|asn)/(?:${names})\.js$`)

const manifest = readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8')
const { version } = JSON.parse(manifest) as { version: string }

export default defineConfig({
  root: import.meta.dirname,
  define: { 'import.meta.env.RELEASE': JSON.stringify(version) },
  plugins: [
    react(),
    antdStyles(),
    cssFallbacks,
    withoutJsonSchema,
    withoutEnglish,
    withoutIdleTips,
    withoutIdleFields,
    withoutIdleMotion,
    withoutShapes,
    withoutUnused,
    lazyParts,
    pageFiles(),
    browserFloor(),
    serviceWorker,
  ],
  server: { proxy: Object.fromEntries(served.map((prefix) => [prefix, { target: api }])) },
  build: {
    target: targets,
    manifest: true,
    // The strict content security policy refuses data: scripts, and small icons are better cached as files.
    assetsInlineLimit: 0,
    // The target browsers preload modules natively.
    modulePreload: { polyfill: false, resolveDependencies: filesOfPart },
    rolldownOptions: {
      // Drops our modules that only export when their exports are unused: otherwise public.ts files would pull their
      // whole room into every importing page, and the contract every call. Styles and packages are exempt.
      treeshake: {
        // A schema that nothing uses is dropped, too. No package has another function of this name.
        manualPureFunctions: ['z'],
        moduleSideEffects: [
          { test: /\/web\/src\/(?:main\.tsx|app\/zod\.ts|ui\/chart\/engine\.ts)$/, sideEffects: true },
          // The index of a package of antd's: a field would load the whole form for its context.
          { test: /node_modules\/@rc-component\/[\w-]+\/es\/index\.js$/, sideEffects: false },
          // Makes antd's styles and colours, which the build writes (antdStyles.ts).
          {
            test: /node_modules\/@ant-design\/(?:cssinjs|cssinjs-utils|colors|fast-color)\//,
            sideEffects: false,
          },
          { test: /\/(?:web|contract)\/src\/.*\.tsx?$/, sideEffects: false },
        ],
      },
      output: {
        // The entry names hundreds of files; a longer hash would not compress.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          groups: [
            // One chunk, so that zod learns of the forbidden eval (src/app/zod.ts) before any chunk creates a schema.
            { name: 'zod', test: /node_modules\/zod\/|src\/app\/zod\.ts/ },
            // The chart library loads with the first chart (src/ui/chart); scripts/build.ts checks that no measured
            // page contains it.
            { name: 'charts', test: /node_modules\/(?:echarts|zrender)\// },
            // Shared by a chart's frame and the chart library: otherwise the library would fetch a whole page that
            // has a chart.
            { name: 'chart-data', test: /web\/src\/ui\/chart\/chartData\.ts$/ },
            // Parts of every page, and below those of every list page: split into a chunk per set of pages, they
            // would load as dozens of files and compress badly.
            { name: 'frame', test: /node_modules\/(?:react|react-dom|scheduler|@tanstack\/.*)\// },
            // The entry: assigned first, so that nothing below is added to it.
            { name: 'begin', tags: ['$initial'] },
            // The schemas of form fields: a page without a form need not create them.
            {
              name: 'fields',
              test: /contract\/src\/kernel\/(?:clean|dates|general|judge|marks|masked|mobile|text|wire)\.ts/,
            },
            // On the sign-in page and in the header.
            { name: 'wordmark', test: /web\/src\/ui\/Wordmark/ },
            {
              name: 'door',
              test: /web\/src\/(?:api\/(?!live|pages|device\/(?!fetch))|access\/entry\/(?:Entry|SmsCode|use|signIn|AccountForm|DemoAccounts)|ui\/(?:PlainDialog|title|address)\.)|contract\/src\/access\//,
            },
            // Fields refer to forms; a phone's first page has none.
            {
              name: 'form',
              test: /node_modules\/(?:antd\/es\/form\/hooks\/useForm\.|@rc-component\/(?:async-validator|form\/es(?!\/\w*Context))\/)/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'antd',
              test: /node_modules\/antd\/es\/(?:button|input\/Input|segmented|tag|spin|checkbox)[./]/,
            },
            { name: 'tip', test: /node_modules\/(?:antd\/es\/tooltip|@rc-component\/(?:trigger|tooltip))\// },
            // After its parts, which other components share: a phone's lists are cards (ui/list/table/antTable.ts).
            {
              name: 'table',
              test: /node_modules\/(?:antd\/es|@rc-component)\/(?:table|pagination)\/(?!\w+\/locale\/)/,
              includeDependenciesRecursively: false,
            },
            // Parts of many pages, and the calls and rules of rooms that many pages use: otherwise a page would fetch
            // eighty files, most of them smaller than the overhead of a request.
            {
              name: 'common',
              test: /node_modules\/dayjs|web\/src\/(?:ui\/(?!chart|viewer|upload|undo|form)|frame|base\/(?!DictionaryRadio)|view|(?:team|transfer|notice)\/public)/,
              minShareCount: 4,
            },
            // Icons, by what shows them: the shell and lists, the kinds of an activity, other pages.
            { name: 'list-icons', test: isIcon(listIcons) },
            { name: 'kind-icons', test: isIcon(kindIcons) },
            { name: 'icons', test: /node_modules\/@ant-design\/icons-?/, minShareCount: 4 },
            {
              name: 'rules',
              test: /contract\/src\/(?!.*\.schema\.ts)/,
              minShareCount: 8,
              includeDependenciesRecursively: false,
            },
            // Small modules of the shell, of areas with a menu, of pages about customers, of tasks, of a customer's
            // timeline and of a customer's file.
            ...Object.entries({
              shell:
                /web\/src\/(?:app\/useCurrentInSight|ui\/form\/sendKey|frame\/(?:menu|missing)|customer\/parts)\.|node_modules\/antd\/es\/theme\/(?:index|getDesignToken|themes\/(?:compact|dark))/,
              customers:
                /web\/src\/(?:customer\/(?:customer\.queries|useRowToCustomer|peek\/Peeks|fields\/(?:call|CustomerName|LevelChip|MobileNumber|RevealNumber|useReveal|reveal))|team\/(?:team\.queries|MemberSelect|member-select|useAssignable)|transfer\/ImportCustomers)\./,
              area: /web\/src\/(?:app\/(?:AreaLayout|area|areaEntries|activityMenu)|frame\/areaMenu|\w+\/\w+\.activity)\.|contract\/src\/(?:lead\/lead|order\/verify|review\/review)\.api|ScheduleOutlined/,
              tasks:
                /web\/src\/(?:task\/(?:task\.(?:queries|labels)|TaskCells|task-cells|useTaskQueue)|ui\/queue\/useFrozenOrder|customer\/public)\.|contract\/src\/task\/task\.(?:api|schema)/,
              timeline: /web\/src\/customer\/(?:fields\/activityKinds|timeline\/rowView)\./,
              file: /web\/src\/(?:customer\/(?:timeline\/(?!rowView)|customerState|actionDialog|fields\/(?:DefeatRequest|due))|ui\/usePrintedName)|contract\/src\/customer\/profile\.schema/,
            }).map(([name, test]) => ({ name, test, includeDependenciesRecursively: false })),
            {
              name: 'modal',
              test: /node_modules\/antd\/es\/(?:modal|skeleton|watermark\/context|drawer\/useFocusable|_util)/,
            },
            // The parts that a phone loads after the first touch (ui/later).
            { name: 'later', test: /node_modules\/antd\/es\/(?:select|cascader|dropdown|drawer)\// },
          ],
        },
      },
    },
    // scripts/build.ts checks the budgets, per page.
    chunkSizeWarningLimit: 2000,
  },
})
