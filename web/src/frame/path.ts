import type { RegisteredRouter } from '@tanstack/react-router'

/** An address of the product, as a room's routes spell it: `<Link to>` and `navigate` take no other, and the compiler says so. */
export type Path = keyof RegisteredRouter['routesByPath']

/** How the addresses of customers' files begin: on return from one a list is there as it was left. */
export const customerFiles = '/customer/detail/'
