/** Browsers in which a member receives notices by Web Push. */

/** Devices of a member; one more ends the oldest. */
export const deviceMost = 10

/** Names of browsers and systems; no one types them. */
const browserNames = ['微信', 'Edge', 'Firefox', 'Chrome', 'Safari', '浏览器'] as const
const systemNames = ['iPhone', 'iPad', 'Android', 'Windows', 'macOS', 'Linux', '其他系统'] as const
type Named<Names extends readonly string[]> = Names[number]

/** As `Edge · Windows`. */
export const deviceName = (browser: Named<typeof browserNames>, system: Named<typeof systemNames>): string =>
  `${browser} · ${system}`
export const deviceNames = browserNames.flatMap((browser) =>
  systemNames.map((system) => deviceName(browser, system)),
)
