import { useQuery } from '@tanstack/react-query'
import { RecordDialog, type RecordProps } from '../../ui/RecordDialog'
import { leadQuery } from '../lead.queries'
import {
  aboutContact,
  aboutLead,
  aboutProspect,
  aboutTalk,
  aboutWish,
  AskedPart,
  CarsPart,
  EventsPart,
  Facts,
  FactsPart,
  SourcePage,
  UnreadPart,
} from './LeadFacts'

/** The online lead that a customer came from, and its outcome. */
export function LeadDialog({ id, onClosed }: RecordProps) {
  const query = useQuery(leadQuery(id))
  return (
    <RecordDialog title="线索详情" query={query} onClosed={onClosed} width={760}>
      {({ data, timeline }) => (
        <>
          <AskedPart data={data} />
          <Facts facts={[...aboutContact(data), ...aboutLead(data)]} />
          <SourcePage data={data} />
          <UnreadPart data={data} />
          <FactsPart title="购车意向" facts={aboutWish(data)} />
          <FactsPart title="客户画像" facts={aboutProspect(data)} />
          <CarsPart data={data} />
          <FactsPart title="沟通建议" facts={aboutTalk(data)} wide />
          <EventsPart events={timeline} />
        </>
      )}
    </RecordDialog>
  )
}
