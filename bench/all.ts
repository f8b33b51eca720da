import { dashboardScenarios } from './dashboard.ts'
import { deskScenarios } from './desk.ts'
import { findScenarios } from './find.ts'
import { leadScenarios } from './lead.ts'
import { orderScenarios } from './order.ts'
import { reportScenarios } from './report.ts'
import { scenarios } from './scenarios.ts'
import type { Scenario } from './scenarios.ts'
import { taskScenarios } from './task.ts'
import { wallScenarios } from './wall.ts'

/**
 * The scenarios of every room except the audit, which are measured separately. Leads for pgbench are made in
 * pgbench's own database.
 */
export const allScenarios = (url: string, pgbenchUrl?: string): readonly Scenario[] => [
  ...scenarios(url),
  ...orderScenarios(url),
  ...findScenarios,
  ...dashboardScenarios,
  ...taskScenarios,
  ...deskScenarios,
  ...reportScenarios,
  ...wallScenarios,
  ...leadScenarios(url, pgbenchUrl),
]
