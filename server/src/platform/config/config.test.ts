import { z } from 'zod'
import { zhCN } from 'zod/locales'
import { describe, expect, it } from 'vitest'
import { ConfigError, connectionsFor, readConfig } from './config.ts'

describe('the environment', () => {
  it('may be empty: embedded database in demo mode', () => {
    expect(readConfig({})).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 3000,
      DATA_DIR: 'data',
      warnings: [],
      TRUST_PROXY: 0,
      demo: true,
    })
    expect(readConfig({ PORT: '', DATABASE_URL: '', DEMO: '' })).toEqual(readConfig({}))
  })

  it('sizes the pool at three connections per processor, within bounds', () => {
    expect([1, 2, 4, 5, 6, 64].map(connectionsFor)).toEqual([6, 6, 12, 15, 16, 16])
    expect(readConfig({ DATABASE_POOL: '40' }).DATABASE_POOL).toBe(40)
  })

  it('disables the demo with a DATABASE_URL unless requested', () => {
    const DATABASE_URL = 'postgres://u@localhost/db'
    expect(readConfig({ DATABASE_URL }).demo).toBe(false)
    expect(readConfig({ DATABASE_URL, DEMO: '1' }).demo).toBe(true)
    expect(readConfig({ DEMO: '0' }).demo).toBe(false)
  })

  it('refuses the demo in production with a real database', () => {
    const production = { NODE_ENV: 'production', DATABASE_URL: 'postgresql://u@localhost/db' }
    expect(() => readConfig({ ...production, DEMO: '1' })).toThrow(/DEMO=1 is refused/)
    expect(readConfig(production).demo).toBe(false)
  })

  it('refuses webhooks to its own machine in production', () => {
    const production = { NODE_ENV: 'production', DATABASE_URL: 'postgresql://u@localhost/db' }
    expect(() => readConfig({ ...production, WEBHOOK_LOOPBACK: '1' })).toThrow(
      /WEBHOOK_LOOPBACK=1 is refused/,
    )
    expect(readConfig({ WEBHOOK_LOOPBACK: '1' }).WEBHOOK_LOOPBACK).toBe('1')
  })

  it('requires a database in production, or EMBEDDED_DATABASE=1', () => {
    expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(/needs a DATABASE_URL.*EMBEDDED_DATABASE=1/)
    expect(readConfig({ NODE_ENV: 'production', EMBEDDED_DATABASE: '1' })).toMatchObject({ demo: false })
  })

  it('warns of misspelled variables and refuses them in production', () => {
    const mistyped = { DATABSE_URL: 'postgres://u@localhost/db', BUCKET_REGOIN: 'x', PROT: '1' }
    const names = [
      'DATABSE_URL is not known: is DATABASE_URL meant?',
      'BUCKET_REGOIN is not known: is BUCKET_REGION meant?',
    ]
    expect(readConfig(mistyped).warnings).toEqual(names)
    expect(() => readConfig({ ...mistyped, NODE_ENV: 'production', EMBEDDED_DATABASE: '1' })).toThrow(
      names[0],
    )
    const usual = {
      HOME: '/',
      PATH: '/bin',
      TERM: 'x',
      LOGNAME: 'x',
      HOSTNAME: 'x',
      PGDATA: 'x',
      NODE_OPTIONS: '',
      SHLVL: '1',
      PWD: '/',
    }
    expect(readConfig({ ...usual, npm_config_cache: 'x', NODE_PATH: 'x', LANG: 'x' }).warnings).toEqual([])
  })

  it('has English errors in every product language', () => {
    const { localeError } = z.config()
    z.config(zhCN())
    expect(() => readConfig({ PORT: 'abc', LOG_LEVEL: 'loud' })).toThrow(/^[\x20-\x7e\n]+$/)
    // Test files in one worker share zod's configuration.
    z.config({ localeError })
  })

  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['PORT', '3000.5'],
    ['DATABASE_URL', 'mysql://u@localhost/db'],
    ['DATABASE_URL', 'not an address'],
    ['DATABASE_POOL', '1'],
    ['DEMO', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['FILE_SECRET', 'too short'],
    ['TRUST_PROXY', '-1'],
    ['METRICS_TOKEN', 'too short'],
    ['NODE_ENV', 'staging'],
  ])('is refused by name for %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError)
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`Wrong configuration:\\n  ${name}: .+`))
  })

  it('requires all variables of a bucket or none', () => {
    const keys = { BUCKET_NAME: 'showroom', BUCKET_ACCESS_KEY: 'a', BUCKET_SECRET_KEY: 'b' }
    expect(readConfig({}).bucket).toBeUndefined()
    expect(readConfig(keys).bucket).toEqual({
      name: 'showroom',
      accessKey: 'a',
      secretKey: 'b',
      region: 'us-east-1',
      endpoint: undefined,
      pathStyle: false,
      form: 's3',
    })
    const own = {
      BUCKET_ENDPOINT: 'http://127.0.0.1:9000',
      BUCKET_REGION: 'cn-hangzhou',
      BUCKET_PATH_STYLE: '1',
    }
    expect(readConfig({ ...keys, ...own }).bucket).toMatchObject({
      endpoint: 'http://127.0.0.1:9000',
      region: 'cn-hangzhou',
      pathStyle: true,
    })
    for (const left of Object.keys(keys))
      expect(() => readConfig({ ...keys, ...own, [left]: '' })).toThrow(
        /BUCKET_NAME, BUCKET_ACCESS_KEY and BUCKET_SECRET_KEY/,
      )
    for (const BUCKET_ENDPOINT of [
      'ftp://x',
      'http://minio.internal:9000',
      'https://user:pass@minio.internal',
    ])
      expect(() => readConfig({ ...keys, BUCKET_ENDPOINT })).toThrow(/BUCKET_ENDPOINT/)
  })

  it('reports all wrong variables at once', () => {
    expect(() => readConfig({ PORT: 'x', LOG_LEVEL: 'x' })).toThrow(/PORT[\s\S]*LOG_LEVEL/)
  })
})

describe('outside systems', () => {
  const PUBLIC_URL = 'https://showroom.example.com'
  const wecom = { PUBLIC_URL, WECOM_CORP_ID: 'ww1', WECOM_AGENT_ID: '1000002', WECOM_SECRET: 's' }
  const sso = { PUBLIC_URL, SSO_ISSUER: 'https://login.example.com/realm/', SSO_CLIENT_ID: 'showroom' }
  const gray = {
    GRAY_URL: 'https://gray.example.com/check',
    GRAY_SECRET: 'sixteen characters',
    GRAY_SITES: 'https://a.example.com, https://b.example.com/',
  }

  it('are undefined by default', () => {
    expect(readConfig({})).toMatchObject({ wecom: undefined, sso: undefined, gray: undefined })
  })

  it('are read from their variables', () => {
    expect(readConfig({ ...wecom, ...sso, ...gray, SSO_CLIENT_SECRET: 'x' })).toMatchObject({
      wecom: {
        corpId: 'ww1',
        agentId: '1000002',
        secret: 's',
        apiUrl: 'https://qyapi.weixin.qq.com',
        pageUrl: 'https://login.work.weixin.qq.com/wwlogin/sso/login',
        insideUrl: 'https://open.weixin.qq.com/connect/oauth2/authorize',
        publicUrl: PUBLIC_URL,
      },
      // The issuer keeps its trailing slash.
      sso: {
        issuer: 'https://login.example.com/realm/',
        clientId: 'showroom',
        only: false,
        name: '单点登录',
      },
      gray: { net: 'dealer', sites: ['https://a.example.com', 'https://b.example.com'] },
    })
    const strict = readConfig({ ...sso, SSO_ONLY: '1', SSO_BREAK_GLASS: '13800000001, 13800000002' })
    expect(strict.sso).toMatchObject({ only: true, breakGlass: ['13800000001', '13800000002'] })
  })

  it.each<[string, Record<string, string>, RegExp]>([
    ['half a WeCom', { WECOM_CORP_ID: 'ww1' }, /WECOM_AGENT_ID, WECOM_SECRET, PUBLIC_URL: missing/],
    ['a WeCom that cannot come back', { ...wecom, PUBLIC_URL: '' }, /PUBLIC_URL: missing/],
    ['an agent that is no number', { ...wecom, WECOM_AGENT_ID: 'abc' }, /WECOM_AGENT_ID: must be digits/],
    ['plain http', { ...wecom, PUBLIC_URL: 'http://showroom.example.com' }, /PUBLIC_URL: must be https/],
    ['a path', { ...wecom, PUBLIC_URL: `${PUBLIC_URL}/app` }, /PUBLIC_URL: must be an origin/],
    ['plain http to WeCom', { ...wecom, WECOM_API_URL: 'http://10.0.0.1' }, /WECOM_API_URL: must be https/],
    ['half a single sign-on', { SSO_ISSUER: sso.SSO_ISSUER }, /SSO_CLIENT_ID, PUBLIC_URL: missing/],
    ['no address', { ...sso, SSO_ISSUER: 'login' }, /SSO_ISSUER: /],
    ['a name in the address', { ...sso, SSO_ISSUER: 'https://u:p@login.example.com' }, /SSO_ISSUER: must be/],
    ['the only way to nowhere', { SSO_ONLY: '1' }, /SSO_ONLY: there is no single sign-on/],
    ['no glass to break', { ...sso, SSO_ONLY: '1' }, /SSO_BREAK_GLASS: missing/],
    ['no mobile', { ...sso, SSO_ONLY: '1', SSO_BREAK_GLASS: 'me' }, /SSO_BREAK_GLASS.*: must be mobiles/],
    ['nobody to ask', { GRAY_SECRET: gray.GRAY_SECRET }, /GRAY_URL: missing/],
    ['nowhere to go', { ...gray, GRAY_SITES: '' }, /GRAY_SITES: missing/],
    [
      'a page as a site',
      { ...gray, GRAY_SITES: 'https://a.example.com/x' },
      /GRAY_SITES.*: must be an origin/,
    ],
    [
      'half an SMS account',
      { SMS_ACCESS_KEY: 'a' },
      /SMS_SECRET_KEY, SMS_SIGN_NAME, SMS_CODE_TEMPLATE: missing/,
    ],
    [
      'half a second one',
      { SMS2_SIGN_NAME: 'a' },
      /SMS2_ACCESS_KEY, SMS2_SECRET_KEY, SMS2_CODE_TEMPLATE: missing/,
    ],
    ['a template of another kind', { SMS_CODE_TEMPLATE: 'abc' }, /SMS_CODE_TEMPLATE: must be as SMS_/],
    ['a short secret', { ...gray, GRAY_SECRET: 'short' }, /GRAY_SECRET: /],
  ])('stop the start with %s and name the variable', (_what, environment, text) => {
    expect(() => readConfig(environment)).toThrow(ConfigError)
    expect(() => readConfig(environment)).toThrow(text)
  })

  it.each([
    'PUBLIC_URL',
    'WECOM_API_URL',
    'WECOM_PAGE_URL',
    'WECOM_INSIDE_URL',
    'SSO_ISSUER',
    'GRAY_URL',
    'GRAY_SITES',
    'PERSONNEL_URL',
    'SMS_ENDPOINT',
    'SMS2_ENDPOINT',
  ])('%s accepts neither plain http nor other protocols', (name) => {
    for (const address of [
      'http://10.0.0.1',
      'http://169.254.169.254',
      'http://[fd00::1]',
      'http://localhost.evil.example',
      'http://127.0.0.1.evil.example',
      'http://localhost@evil.example',
      'https://u:p@login.example.com',
      'file:///etc/passwd',
      'gopher://127.0.0.1',
      'javascript:alert(1)',
      '//evil.example',
    ])
      expect(() => readConfig({ [name]: address }), address).toThrow(name)
  })

  it('may use plain http on this machine', () => {
    expect(
      readConfig({ ...sso, PUBLIC_URL: 'http://localhost:3000', SSO_ISSUER: 'http://127.0.0.1:9' }).sso,
    ).toMatchObject({ issuer: 'http://127.0.0.1:9' })
  })
})
