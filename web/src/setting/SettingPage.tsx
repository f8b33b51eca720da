import { updateAddress } from '@showroom/contract/setting/setting.api'
import { useQuery } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import { may } from '../frame/areas'
import { useSession } from '../frame/session'
import { ErrorState } from '../ui/ErrorState'
import { PageHeader } from '../ui/PageHeader'
import { PageSkeleton } from '../ui/Skeletons'
import { AppointmentTextSection } from './AppointmentTextSection'
import { AgreementSection } from './AgreementSection'
import { AddressSection } from './AddressSection'
import { BlocklistSection } from './BlocklistSection'
import { CarSection } from './CarSection'
import { DailySection } from './DailySection'
import { FileSection } from './FileSection'
import { LeadSection } from './LeadSection'
import { LoginSection, RankingSection } from './LoginSection'
import { dealerQuery } from './setting.queries'
import { SignSection } from './SignSection'
import { SourceSection } from './SourceSection'
import { TopicSection } from './TopicSection'
import './setting.css'

/** The store's settings, each saved separately and effective at once. */
export function SettingPage() {
  const { data, error, isPending, refetch } = useQuery(dealerQuery())
  const mayChange = may(useSession(), updateAddress)
  if (isPending) return <PageSkeleton />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <ConfigProvider componentDisabled={!mayChange}>
      <PageHeader title="门店设置" hint="每项单独保存，保存后立即对全店生效，并记入操作记录。" />
      <div className="sr-settings">
        <div className="sr-settings-column">
          <TopicSection dealer={data} />
          <AddressSection address={data.address} phone={data.phone} />
          <LeadSection dealer={data} />
          <CarSection dealer={data} />
          <AgreementSection />
        </div>
        <div className="sr-settings-column">
          <SignSection setting={data.signSetting} />
          <DailySection daily={data.daily} />
          <LoginSection forbidden={data.policy.forbitSalesLoginPc} />
          <RankingSection isOn={data.ranksMembers} />
          <FileSection limits={data.fileLimits} />
          <SourceSection />
          <BlocklistSection />
          <AppointmentTextSection />
        </div>
      </div>
    </ConfigProvider>
  )
}
