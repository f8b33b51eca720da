import { FrontTabs } from '../FrontTabs'
import { DeskDay } from './DeskDay'

/** 到店看板, a page of the front desk. */
export const BoardPage = () => <DeskDay title="到店看板" tabs={<FrontTabs />} />
