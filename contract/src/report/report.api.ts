/** The reports, the big screen and the morning report (docs/product/report.md, big-screen.md). */

export * from './morning.api.ts'
export * from './sum.api.ts'
export * from './wall.api.ts'
