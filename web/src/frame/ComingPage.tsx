import { Link, useMatches } from '@tanstack/react-router'
import { EmptyState } from '../ui/EmptyState'
import { PageHeader } from '../ui/PageHeader'

/** Placeholder of a screen that is not built yet. */
export function ComingPage() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.coming ?? '' })
  return (
    <>
      <PageHeader title={title} />
      <section className="sr-panel">
        <EmptyState
          title="该功能正在建设中"
          hint={`「${title}」将在后续版本开放，目前的数据与权限不受影响。`}
        >
          <Link to="/dashboard/index" className="sr-button">
            返回概览
          </Link>
        </EmptyState>
      </section>
    </>
  )
}
