import { defineConfig } from '@playwright/test'
import { chromiumOptions } from './e2e/tools/chromium.ts'

const port = Number(process.env.E2E_PORT ?? 3199)

/** Browser journeys on Debian's Chromium, against their own server with the demo network on a throw-away database. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './e2e/tools/sign-in-all.ts',
  outputDir: 'test-results/journeys',
  fullyParallel: true,
  // One more than processors, because journeys wait for timers of the page.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // The end of the run names a journey that passes at its second try: a fault to be found, of the product or of the journey.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    // Disables animations, which the journeys would have to wait for.
    reducedMotion: 'reduce',
    // The worker would fetch all files of the client for each window; e2e/shell/offline.e2e.ts allows it.
    serviceWorkers: 'block',
    actionTimeout: 20_000,
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: {
      ...chromiumOptions,
      args: [
        ...chromiumOptions.args,
        // A page lives for seconds: code that V8 optimizes in the background takes more time than it saves. The same client
        // is opened again and again: its bytecode is kept, and few collections fall into an opening, which costs a tenth less.
        '--js-flags=--no-opt,--no-maglev,--no-flush-bytecode,--min-semi-space-size=16',
        // Messages between processes are a tenth of the processor time of opening a page.
        '--enable-features=NetworkServiceInProcess2',
        '--in-process-gpu',
      ],
    },
  },
  webServer: {
    command: `${process.execPath} e2e/tools/server.ts`,
    env: { PORT: String(port) },
    url: `http://127.0.0.1:${port}/readyz`,
    reuseExistingServer: process.env.E2E_REUSE === '1',
    timeout: 180_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})
