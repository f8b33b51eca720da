import { ConfigProvider } from 'antd'
import { ErrorState } from '../../ui/ErrorState'
import { FlowFunnel } from './FlowFunnel'
import { SourceTable } from './SourceTable'
import { StateTable } from './StateTable'
import { useFullScreen } from './useFullScreen'
import { useWallChoice } from './useWall'
import { useWallData } from './wall.queries'
import { WallCard } from './WallCard'
import { WallHead } from './WallHead'
import { WallTargets } from './WallTargets'
import { useWallTheme } from './useWallTheme'
import './wall.css'
import { useTitle } from '../../ui/title'

const cardTitles = ['线索总量', '线上线索', '线下线索']

/** The dealer's big screen: inside the shell for reading, or full-window for a wall. */
export function WallPage() {
  const choice = useWallChoice()
  const data = useWallData(choice)
  const theme = useWallTheme()
  const setFull = useFullScreen(choice.isFull)
  useTitle('经销商大屏')
  return (
    <ConfigProvider theme={theme}>
      <div className={`sr-wall ${choice.isFull ? 'sr-wall-full' : ''}`}>
        <WallHead
          choice={choice}
          countedAt={data.countedAt}
          rankedAt={data.rankedAt}
          isBehind={data.isBehind}
          onFull={setFull}
        />
        {data.error ? (
          <ErrorState error={data.error} onRetry={data.readAgain} />
        ) : (
          <>
            <div className="sr-wall-cards">
              {cardTitles.map((title, at) => (
                <WallCard key={title} title={title} summary={data.cards[at]} />
              ))}
            </div>
            <WallTargets />
            <SourceTable
              data={data.sources?.data ?? []}
              isFull={choice.isFull}
              isTurning={choice.isTurning}
            />
            <FlowFunnel data={data.funnel?.data ?? []} />
            <StateTable data={data.states?.data ?? []} />
          </>
        )}
      </div>
    </ConfigProvider>
  )
}
