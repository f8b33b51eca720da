import type { RegisteredRouter } from '@tanstack/react-router'

/** An address of the product, as spelled in a room's routes: `<Link to>` and `navigate` compile with no other. */
export type Path = keyof RegisteredRouter['routesByPath']

/** Address prefix of customer files: a list restores its state on return from one. */
export const customerFiles = '/customer/detail/'
