import { updateTopic } from '@showroom/contract/setting/setting.api'
import { topicMax } from '@showroom/contract/setting/setting.rules'
import { type DealerProfile, UpdateTopic } from '@showroom/contract/setting/setting.schema'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { callApi } from '../api/client'
import { formatMinute } from '../ui/day'
import { Field } from '../ui/form/SchemaForm'
import { lazyDialog } from '../ui/lazyDialog'
import { SettingForm, SettingSection } from './SettingSection'
import { useSettingForm } from './useSettingForm'

const TopicHistory = lazyDialog(() => import('./TopicHistory').then((module) => module.TopicHistory))

/** The announcement on the overview for everyone in the store. */
export function TopicSection({ dealer: { topic, topicName, topicAt } }: { dealer: DealerProfile }) {
  const [history, setHistory] = useState(false)
  const form = useSettingForm({
    schema: UpdateTopic,
    initial: { content: topic },
    send: (request, options) => callApi(updateTopic, request, options),
  })
  return (
    <SettingSection
      title="公告"
      hint={
        topicAt > 0
          ? `${topicName} ${formatMinute(topicAt)} ${topic ? '发布' : '撤下'}`
          : '显示在全店成员的概览页。'
      }
      extra={
        topicAt > 0 && (
          <Button type="link" disabled={false} onClick={() => setHistory(true)}>
            历史公告
          </Button>
        )
      }
    >
      <SettingForm form={form} current={{ content: topic }} okText="发布">
        <Field name="content" label="公告内容" extra="清空后发布即撤下公告。">
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={topicMax} showCount />
        </Field>
      </SettingForm>
      {history && <TopicHistory onClosed={() => setHistory(false)} />}
    </SettingSection>
  )
}
