/** What other rooms may use of online leads. */
export const loadLeadDialog = () => import('./LeadDialog').then((module) => module.LeadDialog)
