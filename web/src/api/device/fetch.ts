/** Loads the code of what a device keeps. */
export const fetchDevice = () => import('./part')
