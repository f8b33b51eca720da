export { OwnTargets } from './OwnTargets'
export { storePaces, thisMonthQuery } from './target.queries'
export { TargetBars } from './TargetBars'
