import { Decisions } from './decisions/Decisions'
import { DueTiles } from './DueTiles'
import { Month } from './month/Month'
import { TeamMonth } from './month/TeamMonth'
import { TeamLoad } from './TeamLoad'

/** Work that 待决定 lists row by row. */
const decided = ['arrivals', 'assigning', 'defeats', 'orders'] as const

/** The first page of members who see the whole store: its month, what waits for them, and its team. */
export const StoreWork = () => (
  <>
    <Month />
    <DueTiles without={decided} isLine />
    <Decisions />
    <div className="sr-dash-work" data-team>
      <TeamMonth />
      <TeamLoad />
    </div>
  </>
)
